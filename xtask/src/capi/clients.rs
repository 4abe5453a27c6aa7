//! Programs as Debian has them, with their iconv and with ours under `LD_PRELOAD`: what they print is the
//! same, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::PRELOAD;

/// A program, and what a shell runs in a folder with `text.txt` (UTF-8), `utf16.txt`, `bad.txt` and
/// `utf16.xml`.
const CLIENTS: &[(&str, &str)] = &[
    ("iconv", "iconv -f UTF-8 -t UTF-16 text.txt"),
    ("iconv", "iconv -f UTF-16 -t UTF-8 utf16.txt"),
    ("iconv", "iconv -f UTF-16 -t UTF-32BE utf16.txt"),
    ("iconv", "iconv -f UTF-8 -t UTF-16LE bad.txt 2>&1; echo $?"),
    ("iconv", "iconv -c -f UTF-8 -t ISO-8859-1 bad.txt 2>&1; echo $?"),
    ("iconv", "iconv -f UTF-8 -t SHIFT_JIS//TRANSLIT text.txt 2>&1; echo $?"),
    // Handed to the other one.
    ("iconv", "iconv -f UTF-8 -t ASCII//TRANSLIT text.txt 2>&1; echo $?"),
    (
        "iconv",
        "iconv -f UTF-8 -t UTF-7 text.txt | md5sum; iconv -f UTF-7 -t UTF-8 text.txt 2>&1; echo $?",
    ),
    (
        "git",
        "rm -rf repo && git init -q repo && cd repo && cp ../utf16.txt a.txt && \
         echo '*.txt working-tree-encoding=UTF-16LE-BOM' > .gitattributes && \
         git add . && git show :a.txt && rm a.txt && git checkout -q a.txt && cat a.txt",
    ),
    (
        "perl",
        "perl -MText::Iconv -e 'undef $/; open F, \"text.txt\"; \
         print Text::Iconv->new(\"UTF-8\", \"UTF-16LE\")->convert(<F>)' 2>/dev/null",
    ),
    (
        "php",
        "php -r 'echo iconv(\"UTF-8\", \"UTF-16BE\", file_get_contents(\"text.txt\"));' 2>/dev/null",
    ),
    ("xmllint", "xmllint --encode UTF-8 utf16.xml && xmllint --encode UTF-32LE utf16.xml"),
];

/// Runs every client that is there; returns how many printed the same.
pub(super) fn run(prefix: &Path, programs: &Path) -> Result<usize> {
    let folder = programs.join("clients");
    fs::create_dir_all(&folder)?;
    let line = "na\u{EF}ve caf\u{E9}, \u{65E5}\u{672C}\u{8A9E} \u{1F600}, and a line of English\n";
    let text = line.repeat(40_000);
    let utf16 = |text: &str| {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    fs::write(folder.join("text.txt"), &text)?;
    fs::write(folder.join("utf16.txt"), utf16(&text))?;
    fs::write(folder.join("bad.txt"), b"a\xFFb \xE2\x82\xAC \xED\xA0\x80 c\xE2\x82")?;
    let xml = format!("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<a>{text}</a>\n");
    fs::write(folder.join("utf16.xml"), utf16(&xml))?;

    let preload = prefix.join("lib").join(PRELOAD);
    let mut same = 0;
    for (program, script) in CLIENTS {
        let (without, slow) = output(&folder, script, None)?;
        if without.is_empty() {
            println!("LEFT OUT, not on this machine: {program}");
            continue;
        }
        let (with, fast) = output(&folder, script, Some(&preload))?;
        ensure!(with == without, "not the same with {PRELOAD}: {script}");
        println!("{:5} ms, {:5} ms with ours: {script}", slow.as_millis(), fast.as_millis());
        same += 1;
    }
    ensure!(same >= 6, "iconv(1) did not run");
    Ok(same)
}

/// What a script prints, and how long it takes.
fn output(folder: &Path, script: &str, preload: Option<&PathBuf>) -> Result<(Vec<u8>, Duration)> {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder);
    if let Some(preload) = preload {
        command.env("LD_PRELOAD", preload);
    }
    let start = Instant::now();
    let output = command.output()?;
    Ok((output.stdout, start.elapsed()))
}
