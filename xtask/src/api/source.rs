//! The source as modules, and what a name in one of them means.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use syn::{Attribute, Item, UseTree, Visibility};

/// A module, by the names of it and of those around it; the root has none.
pub(super) type Place = Vec<String>;

pub(super) struct Source(BTreeMap<Place, Vec<Item>>);

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    Module(Place),
    /// The module where it is defined, and its name there.
    Item(Place, String),
}

/// A name that a `use` brings: what it is called here, and the path it stands for.
pub(super) struct Import {
    pub(super) name: String,
    pub(super) path: Vec<String>,
}

impl Source {
    /// All modules of the library whose sources are in `folder`, but for tests.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let mut modules = BTreeMap::new();
        read(&folder.join("lib.rs"), folder, Vec::new(), &mut modules)?;
        Ok(Self(modules))
    }

    pub(super) fn modules(&self) -> impl Iterator<Item = (&Place, &[Item])> {
        self.0.iter().map(|(place, items)| (place, &items[..]))
    }

    pub(super) fn items(&self, place: &Place) -> &[Item] {
        self.0.get(place).map_or(&[], |items| items)
    }

    /// What `path` means in the module `place`; none if it leads out of the library.
    pub(super) fn resolve(&self, place: &Place, path: &[String]) -> Option<Meaning> {
        let (first, rest) = path.split_first()?;
        let start = match &first[..] {
            "crate" => Meaning::Module(Vec::new()),
            "self" => Meaning::Module(place.clone()),
            "super" => Meaning::Module(place.split_last()?.1.to_vec()),
            name => self.named(place, name)?,
        };
        match start {
            Meaning::Module(inner) if !rest.is_empty() => self.resolve(&inner, rest),
            found => rest.is_empty().then_some(found),
        }
    }

    fn named(&self, place: &Place, name: &str) -> Option<Meaning> {
        let inner = [&place[..], &[name.to_owned()]].concat();
        if self.0.contains_key(&inner) {
            return Some(Meaning::Module(inner));
        }
        let items = self.items(place);
        if items.iter().any(|item| ident(item).is_some_and(|ident| ident == name)) {
            return Some(Meaning::Item(place.clone(), name.to_owned()));
        }
        let imports = items.iter().flat_map(imports);
        // A name that leads to itself is one from outside, as in `use core::fmt`.
        imports
            .filter(|import| import.name == name && import.path[0] != name)
            .find_map(|import| self.resolve(place, &import.path))
    }
}

fn read(
    file: &Path,
    folder: &Path,
    place: Place,
    modules: &mut BTreeMap<Place, Vec<Item>>,
) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let parsed = syn::parse_file(&text).with_context(|| format!("in {}", file.display()))?;
    enter(parsed.items, folder, place, modules)
}

fn enter(
    items: Vec<Item>,
    folder: &Path,
    place: Place,
    modules: &mut BTreeMap<Place, Vec<Item>>,
) -> Result<()> {
    for item in &items {
        let Item::Mod(module) = item else { continue };
        if is_test(&module.attrs) {
            continue;
        }
        let name = module.ident.to_string();
        let (inner, inner_folder) =
            ([&place[..], std::slice::from_ref(&name)].concat(), folder.join(&name));
        match &module.content {
            Some((_, items)) => enter(items.clone(), &inner_folder, inner, modules)?,
            None => {
                let beside = folder.join(format!("{name}.rs"));
                let within = inner_folder.join("mod.rs");
                let file = if beside.is_file() { beside } else { within };
                read(&file, &inner_folder, inner, modules)?;
            }
        }
    }
    modules.insert(place, items);
    Ok(())
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| {
                list.tokens.to_string().split(|c: char| !c.is_alphanumeric()).any(|t| t == "test")
            })
    })
}

/// The name that an item defines.
pub(super) fn ident(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

/// Whether an item is public where it is, and what it has for attributes.
pub(super) fn visibility(item: &Item) -> (bool, &[Attribute]) {
    let (visibility, attributes) = match item {
        Item::Const(item) => (&item.vis, &item.attrs),
        Item::Enum(item) => (&item.vis, &item.attrs),
        Item::Fn(item) => (&item.vis, &item.attrs),
        Item::Mod(item) => (&item.vis, &item.attrs),
        Item::Static(item) => (&item.vis, &item.attrs),
        Item::Struct(item) => (&item.vis, &item.attrs),
        Item::Trait(item) => (&item.vis, &item.attrs),
        Item::Type(item) => (&item.vis, &item.attrs),
        Item::Union(item) => (&item.vis, &item.attrs),
        Item::Use(item) => (&item.vis, &item.attrs),
        _ => return (false, &[]),
    };
    (matches!(visibility, Visibility::Public(_)), attributes)
}

/// What a `use` brings; nothing for any other item.
pub(super) fn imports(item: &Item) -> Vec<Import> {
    let mut found = Vec::new();
    if let Item::Use(item) = item {
        collect(&item.tree, Vec::new(), &mut found);
    }
    found
}

fn collect(tree: &UseTree, mut path: Vec<String>, found: &mut Vec<Import>) {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            collect(&inner.tree, path, found);
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| collect(tree, path.clone(), found));
        }
        UseTree::Name(name) if name.ident == "self" => {
            let name = path.last().cloned().unwrap_or_default();
            found.push(Import { name, path });
        }
        UseTree::Name(name) => {
            path.push(name.ident.to_string());
            found.push(Import { name: name.ident.to_string(), path });
        }
        UseTree::Rename(rename) => {
            path.push(rename.ident.to_string());
            found.push(Import { name: rename.rename.to_string(), path });
        }
        UseTree::Glob(_) => {}
    }
}
