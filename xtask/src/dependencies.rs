//! `cargo xtask dependencies`: what the tool is made of, beside our own code, has a licence that we
//! may pass on, comes from where it should, and is reviewed in docs/dependencies.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use spdx::Expression;

use crate::shell;

/// Licences that ask for no more than a notice.
const ALLOWED: [&str; 7] =
    ["Apache-2.0", "MIT", "BSD-3-Clause", "Unicode-3.0", "Unicode-DFS-2016", "Unlicense", "Zlib"];

/// Where the review of each direct dependency is.
const REVIEW: &str = "docs/dependencies.md";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// None: it is ours.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// None: it becomes part of the program.
    kind: Option<String>,
}

impl Dependency {
    /// What only tests need does not come with the tool.
    fn comes_with_the_tool(&self) -> bool {
        self.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev"))
    }
}

/// Checks, and prints how many packages there are.
pub(crate) fn run() -> Result<()> {
    println!("{} packages: licences, sources and reviews are in order", check()?);
    Ok(())
}

/// Checks all that placemat-cli needs, on any system; how many packages that are.
pub(crate) fn check() -> Result<usize> {
    let output = shell::cargo(["metadata", "--format-version", "1", "--locked"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata failed");
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (&*package.id, package)).collect();
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let ours = |name: &str| {
        let found = metadata.packages.iter().find(|package| package.name == name);
        found.map(|package| &*package.id).with_context(|| format!("{name} is not in the workspace"))
    };
    let needs = |id: &str| nodes[id].deps.iter().filter(|need| need.comes_with_the_tool());
    let library = needs(ours("placemat")?).map(|need| packages[&*need.pkg].name.as_str());
    let library: Vec<&str> = library.collect();
    let tool = ours("placemat-cli")?;
    let (mut found, mut waiting) = (BTreeSet::from([tool]), vec![tool]);
    while let Some(id) = waiting.pop() {
        waiting.extend(needs(id).map(|need| &*need.pkg).filter(|need| found.insert(need)));
    }
    let review = fs::read_to_string(shell::root().join(REVIEW)).context(REVIEW)?;
    let mut wrong = Vec::new();
    if !library.is_empty() {
        wrong.push(format!("the library depends on {}", library.join(", ")));
    }
    let ours = found.iter().filter(|id| packages[*id].source.is_none());
    for need in ours.flat_map(|id| needs(id)) {
        let name = &packages[&*need.pkg].name;
        if !name.starts_with("placemat") && !review.contains(&format!("| {name} |")) {
            wrong.push(format!("{REVIEW} has no line for {name}"));
        }
    }
    for id in &found {
        wrong.extend(fault(packages[id]));
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    Ok(found.len())
}

/// What is wrong with a package.
fn fault(package: &Package) -> Option<String> {
    let Package { name, version, license, source, .. } = package;
    let from_registry = |source: &String| source.starts_with("registry+");
    if !source.as_ref().is_none_or(from_registry) {
        return Some(format!("{name} {version} comes from {source:?}"));
    }
    let license = license.as_deref().unwrap_or_default();
    // As old manifests have it.
    let expression = Expression::parse(&license.replace('/', " OR "));
    let allowed = expression.is_ok_and(|expression| {
        expression
            .evaluate(|licence| licence.license.id().is_some_and(|id| ALLOWED.contains(&id.name)))
    });
    (!allowed).then(|| format!("{name} {version} has the licence {license:?}"))
}
