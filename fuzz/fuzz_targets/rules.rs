//! `.editorconfig`, `.gitattributes` and their patterns, of any bytes: lines are those of the file, patterns end in bounded time
//! and memory, and one without signs means itself alone.
#![cfg_attr(fuzzing, no_main)]

#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tool uses it")]
#[path = "../../crates/placemat-cli/src/rules/attributes.rs"]
mod attributes;
#[allow(dead_code, reason = "the tool uses it")]
#[path = "../../crates/placemat-cli/src/rules/editorconfig.rs"]
mod editorconfig;
#[allow(dead_code, reason = "the tool uses it")]
#[path = "../../crates/placemat-cli/src/rules/glob.rs"]
mod glob;

use attributes::Macros;
use editorconfig::{Declared, EditorConfig};
use glob::{Dialect, Glob};

/// The lines of rules go forward, and are in the file.
fn look(rules: &[Declared], text: &[u8], path: &[u8]) {
    let lines = 1 + text.iter().filter(|&&byte| byte == b'\n').count();
    assert!(rules.iter().all(|rule| (1..=lines).contains(&rule.line)));
    assert!(rules.windows(2).all(|two| two[0].line <= two[1].line));
    for rule in rules.iter().take(8) {
        rule.glob.matches(path);
    }
}

fuzz_target!(|data: &[u8]| {
    let middle = data.iter().position(|&byte| byte == 0).unwrap_or(data.len() / 2);
    let (text, path) = (&data[..middle], &data[middle..]);
    look(&EditorConfig::parse(text).rules, text, path);
    let mut macros = Macros::new();
    look(&attributes::parse(text, &mut macros, true), text, path);

    let pattern = String::from_utf8_lossy(text);
    for dialect in [Dialect::EditorConfig, Dialect::Git] {
        let (glob, memory) = crate::memory::measured(|| Glob::new(&pattern, dialect));
        assert!(memory < 1024 + 400 * pattern.len().min(4096), "{memory} bytes");
        let (matched, memory) = crate::memory::measured(|| glob.matches(path));
        // What was tried, for each step and each byte, and what is still open.
        let most = 64 * (8 * pattern.len().min(4096) + 16) * (path.len() + 1);
        assert!(memory < 1024 + most, "{memory} bytes");
        assert_eq!(glob.matches(path), matched);
        let is_plain = !pattern.contains(['\\', '?', '*', '[', '{', '/', '!', '\u{FFFD}', '}']);
        if is_plain && !pattern.is_empty() && pattern.len() <= 4096 {
            assert!(glob.matches(pattern.as_bytes()));
            assert!(glob.matches(format!("folder/{pattern}").as_bytes()));
            let own =
                path == pattern.as_bytes() || path.ends_with(format!("/{pattern}").as_bytes());
            assert_eq!(matched, own, "{pattern:?} {path:?}");
        }
    }
});
