//! The packages that the texts are in, from where they are published.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::projects::{PROJECTS, Registry};
use super::tables::{CATALOGUES, JUPYTER, LINGUA, NPM, PACKS, SENTENCES, SPACY};

/// Brings all packages into `folder`, those that are not there.
pub(super) fn all(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("pypi"))?;
    let of = |registry: Registry| PROJECTS.iter().filter(move |of| of.registry == registry);
    let more = of(Registry::Npm).map(|project| (project.name, project.version));
    for (name, version) in NPM.into_iter().chain(more) {
        let home = folder.join(name);
        if home.is_dir() {
            continue;
        }
        let package = format!("{name}@{version}");
        run(Command::new("npm").arg("pack").arg(&package).current_dir(folder))?;
        fs::create_dir_all(&home)?;
        let file = name.trim_start_matches('@').replace('/', "-");
        let archive = folder.join(format!("{file}-{version}.tgz"));
        run(Command::new("tar").arg("xzf").arg(archive).arg("-C").arg(&home))?;
    }
    for project in of(Registry::PyPi) {
        let home = folder.join(project.name);
        if !home.is_dir() {
            wheels(&[format!("{}=={}", project.name, project.version)], &home)?;
        }
    }
    crates(folder)?;
    let pypi = folder.join("pypi");
    let packs =
        PACKS.map(|(code, _)| (format!("{}{}", JUPYTER.0, code.replace('_', "-")), JUPYTER.1));
    let others = CATALOGUES.map(|(name, version, _)| (name.to_owned(), version));
    let missing: Vec<String> = [("spacy".to_owned(), SPACY)]
        .into_iter()
        .chain(packs)
        .chain(others)
        .filter(|(name, _)| !pypi.join(name.replace('-', "_")).is_dir())
        .map(|(name, version)| format!("{name}=={version}"))
        .collect();
    if missing.is_empty() { Ok(()) } else { wheels(&missing, &pypi) }
}

/// Packages of PyPI, unpacked in a folder.
fn wheels(packages: &[String], folder: &Path) -> Result<()> {
    run(Command::new("pip")
        .args(["download", "--quiet", "--no-deps", "--only-binary=:all:"])
        .args(packages)
        .arg("--dest")
        .arg(folder))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "whl") {
            run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&path).arg(folder))?;
        }
    }
    Ok(())
}

/// The crates, by way of a package that depends on them.
pub(super) fn crates(folder: &Path) -> Result<()> {
    if folder.join("vendor").is_dir() {
        return Ok(());
    }
    let home = folder.join("crates");
    fs::create_dir_all(home.join("src"))?;
    fs::write(home.join("src/lib.rs"), "")?;
    let mut manifest =
        "[package]\nname = \"sentences\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n"
            .to_owned();
    for (name, _) in SENTENCES {
        manifest += &format!("{} = \"{}\"\n", LINGUA.0.replace("{}", name), LINGUA.1);
    }
    fs::write(home.join("Cargo.toml"), manifest)?;
    run(Command::new("cargo").arg("vendor").arg(folder.join("vendor")).current_dir(&home))
}

fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {command:?}");
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    match status.with_context(|| format!("cannot start {:?}", command.get_program()))? {
        status if status.success() => Ok(()),
        status => bail!("{command:?} failed: {status}; it needs the network once"),
    }
}
