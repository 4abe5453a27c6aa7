//! `cargo xtask api`: the public names of the library, as docs/api.txt has them.
//!
//! The list is read from the source, by `syn`: that takes no compiler, so it is the same with every
//! toolchain and there in a moment. rustdoc's JSON needs a nightly one. What a macro makes would be
//! missed; the library has no public names of that kind.

mod list;
mod source;
mod text;

use std::fs;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Where the list is.
const LIST: &str = "docs/api.txt";

/// Options of `cargo xtask api`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fail if the list is not that of the source, and say where it differs.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let root = shell::root();
    let new = list::of(&source::Source::read(&root.join("crates/placemat/src"))?);
    let path = root.join(LIST);
    if !options.check {
        return fs::write(&path, new).with_context(|| format!("writing {LIST}"));
    }
    let old = fs::read_to_string(&path).with_context(|| format!("reading {LIST}"))?;
    let only_in = |a: &str, b: &str, mark: &str| {
        let other: Vec<&str> = b.lines().collect();
        let lines = a.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("{mark} {line}\n")).collect::<String>()
    };
    if old != new {
        let difference = only_in(&old, &new, "-") + &only_in(&new, &old, "+");
        bail!(
            "public names are not those of {LIST}:\n{difference}If so they should be: cargo xtask api"
        );
    }
    println!(
        "{} public items, as {LIST} has them",
        new.lines().filter(|l| l.starts_with("placemat")).count()
    );
    Ok(())
}
