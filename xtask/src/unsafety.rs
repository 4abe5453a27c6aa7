//! `cargo xtask unsafe`: where `unsafe` is, how much of it, and why it may be there, as SAFETY.md has it.
//!
//! The compiler denies `unsafe` everywhere but where an `#[allow(unsafe_code, reason = "...")]`
//! stands, on a module or on an item: those are the reasons. Words are counted in the source as the
//! compiler reads it, macros included; what only tests see is a line of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::shell;

/// The list, and the lines around it there.
const PAGE: &str = "SAFETY.md";
const BEGIN: &str = "<!-- cargo xtask unsafe: begin -->\n";
const END: &str = "<!-- cargo xtask unsafe: end -->\n";

/// What is counted, and what its root file says.
const ROOTS: [(&str, &str, &str); 7] = [
    ("crates/placemat/src", "lib.rs", "cfg_attr(not(test), deny(unsafe_code))"),
    ("crates/placemat-cli/src", "main.rs", "deny(unsafe_code)"),
    ("crates/placemat-capi/src", "lib.rs", "deny(unsafe_code)"),
    (
        "crates/placemat-capi/preload/src",
        "lib.rs",
        "allow(unsafe_code, reason = \"the border: what C hands over\")",
    ),
    ("crates/placemat-arrow/src", "lib.rs", "deny(unsafe_code)"),
    ("crates/placemat-python/src", "lib.rs", "deny(unsafe_code)"),
    ("crates/placemat-wasm/src", "lib.rs", "deny(unsafe_code)"),
];

/// Options of `cargo xtask unsafe`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fail if the list is not that of the source.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let root = shell::root();
    let list = list(root)?;
    let path = root.join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| format!("reading {PAGE}"))?;
    let (before, rest) = page.split_once(BEGIN).context("no place for the list in SAFETY.md")?;
    let (old, behind) = rest.split_once(END).context("no end of the list in SAFETY.md")?;
    if !options.check {
        let page = format!("{before}{BEGIN}{list}{END}{behind}");
        return fs::write(&path, page).with_context(|| format!("writing {PAGE}"));
    }
    ensure!(
        old == list,
        "the list in {PAGE} is not that of the source: cargo xtask unsafe\n{list}"
    );
    println!("{} files with unsafe, as {PAGE} has them", list.lines().count() - 2);
    Ok(())
}

/// How often `unsafe` stands before what.
#[derive(Default, PartialEq, Eq)]
struct Counts {
    blocks: usize,
    /// Functions that ask something of their caller, declared or defined.
    functions: usize,
    /// Traits, and implementations of them.
    traits: usize,
}

impl Counts {
    fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    fn add(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.functions += other.functions;
        self.traits += other.traits;
    }
}

/// The table.
fn list(root: &Path) -> Result<String> {
    let mut rows =
        String::from("| file | blocks | functions | traits | why |\n|---|---|---|---|---|\n");
    let mut row = |file: &str, Counts { blocks, functions, traits }: &Counts, why: &str| {
        rows += &format!("| `{file}` | {blocks} | {functions} | {traits} | {why} |\n");
    };
    for (folder, main, says) in ROOTS {
        let folder_path = root.join(folder);
        let lib = fs::read_to_string(folder_path.join(main))?;
        ensure!(lib.contains(&format!("#![{says}]")), "{folder}/{main} does not say {says}");
        let allowed = reasons(tokens(&lib)?);
        let mut in_tests = Counts::default();
        for path in files(&folder_path)? {
            let name = path.strip_prefix(&folder_path)?.to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path)?;
            let counts = count(tokens(&text).with_context(|| format!("reading {name}"))?);
            if counts.is_zero() {
                continue;
            }
            if is_for_tests(&name) {
                in_tests.add(&counts);
                continue;
            }
            let module = name.split(['/', '.']).next().unwrap_or_default();
            let own: Vec<String> = reasons(tokens(&text)?).into_values().collect();
            let Some(why) = allowed.get(module).or(own.first()) else {
                bail!("{folder}/{name} has unsafe, and no reason: the compiler should not take it");
            };
            row(&format!("{folder}/{name}"), &counts, why);
        }
        if !in_tests.is_zero() {
            row(
                &format!("{folder}, tests"),
                &in_tests,
                "what tests see behind, and the array that is compared with",
            );
        }
    }
    Ok(rows)
}

/// Whether only tests compile the file.
fn is_for_tests(name: &str) -> bool {
    name.contains("tests") || name.starts_with("simd/array")
}

/// All sources in `folder`, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn tokens(text: &str) -> Result<TokenStream> {
    text.parse().map_err(|error| anyhow::anyhow!("{error}"))
}

/// Counts in all of the tokens, macros and what is in brackets included.
fn count(tokens: TokenStream) -> Counts {
    let mut counts = Counts::default();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => counts.add(&count(group.stream())),
            TokenTree::Ident(word) if word == "unsafe" => match tokens.peek() {
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    counts.blocks += 1;
                }
                // An attribute: what it promises is on the function, and counted there.
                Some(TokenTree::Group(_)) => {}
                Some(TokenTree::Ident(next)) if next == "impl" || next == "trait" => {
                    counts.traits += 1
                }
                Some(_) => counts.functions += 1,
                // An argument: what an attribute makes of it, the compiler sees.
                None => {}
            },
            _ => {}
        }
    }
    counts
}

/// The reason behind each `allow(unsafe_code, reason = "...")`, by the name of what it stands on.
fn reasons(tokens: TokenStream) -> BTreeMap<String, String> {
    let mut reasons = BTreeMap::new();
    let mut reason = None;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                if let Some(text) = reason_in(&group.stream().to_string()) {
                    reason = Some(text);
                }
            }
            TokenTree::Ident(word) => {
                let word = word.to_string();
                if ["pub", "mod", "unsafe", "fn", "crate"].contains(&word.as_str()) {
                    continue;
                }
                reasons.extend(reason.take().map(|reason| (word, reason)));
            }
            _ => {}
        }
    }
    reasons
}

fn reason_in(attribute: &str) -> Option<String> {
    let rest = attribute.split_once("unsafe_code")?.1;
    let (_, rest) = rest.split_once("reason")?;
    Some(rest.split('"').nth(1)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"
        #[allow(unsafe_code, reason = "intrinsics")]
        mod simd;
        mod other;
        /// unsafe { in words }
        unsafe trait T { unsafe fn f(); }
        macro_rules! m { () => { unsafe { f() } } }
        fn g() { let unsafe_code = "unsafe {}"; unsafe { h(unsafe { i() }) } }
    "#;

    #[test]
    fn words_are_counted_as_the_compiler_reads_them() {
        let counts = count(tokens(SOURCE).unwrap());
        assert!(counts == Counts { blocks: 3, functions: 1, traits: 1 });
    }

    #[test]
    fn reasons_belong_to_what_they_stand_on() {
        let found = reasons(tokens(SOURCE).unwrap());
        assert_eq!(found, BTreeMap::from([("simd".to_owned(), "intrinsics".to_owned())]));
    }
}
