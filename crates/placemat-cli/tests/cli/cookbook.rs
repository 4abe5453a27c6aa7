//! What README.md and docs/cookbook.md show is what the tool does: each section is run in a folder of its own.
//! `UPDATE_GOLDEN=1` writes the pages anew.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is typed at a terminal stands behind this.
const PROMPT: &str = "$ ";

/// What a command prints, on both streams.
fn printed(command: &str, folder: &Path) -> String {
    let tool = Path::new(env!("CARGO_BIN_EXE_placemat")).parent().unwrap();
    let others = env::var("PATH").unwrap();
    let path = format!("{}:{others}", tool.display());
    let command = command.replace("cargo run --release --", "placemat");
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder).env("PATH", path);
    for name in ["PLACEMAT_LEVEL", "CLICOLOR_FORCE", "LC_ALL"] {
        shell.env_remove(name);
    }
    let output = shell.stdin(std::process::Stdio::null()).output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The page with what commands print now.
fn run(page: &str) -> String {
    let mut found = String::new();
    let mut folder = tempfile::tempdir().unwrap();
    let mut shown = false;
    for line in page.lines() {
        match (line, shown) {
            (_, false) if line.starts_with("## ") => folder = tempfile::tempdir().unwrap(),
            ("```console", false) => shown = true,
            ("```", true) => shown = false,
            // Of an earlier run.
            (_, true) if !line.starts_with(PROMPT) => continue,
            _ => {}
        }
        found += line;
        found.push('\n');
        if let Some(command) = line.strip_prefix(PROMPT).filter(|_| shown) {
            found += &printed(command, folder.path());
        }
    }
    found
}

#[test]
fn what_is_shown_is_what_happens() {
    for (name, examples) in [("README.md", 1), ("docs/cookbook.md", 20)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.matches("```console").count() >= examples, "{name} has its examples");
        let found = run(&page);
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &found).unwrap();
            continue;
        }
        let differs = page.lines().zip(found.lines()).find(|(shown, found)| shown != found);
        assert!(page == found, "{name}: {differs:?}\n{found}");
    }
}
