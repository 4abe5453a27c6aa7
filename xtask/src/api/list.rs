//! The list: every public path, with what can be done by it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, TraitItem, Type, Visibility};

use super::source::{Meaning, Place, Source, ident, imports, visibility};
use super::text;

/// The public items of the library, a paragraph for each.
pub(super) fn of(source: &Source) -> String {
    let mut found = Found::default();
    walk(source, &Vec::new(), "placemat", &Features::new(), &mut found);
    let public: BTreeSet<&Meaning> = found.items.values().map(|(meaning, _)| meaning).collect();
    // Of an item that has several paths: the one under its own name, and the shortest of those.
    let rank = |path: &str, meaning: &Meaning| {
        let is_renamed = matches!(meaning, Meaning::Item(_, name) if !path.ends_with(name));
        (is_renamed, path.matches("::").count())
    };
    let mut shortest: BTreeMap<&Meaning, &str> = BTreeMap::new();
    for (path, (meaning, _)) in &found.items {
        let known = shortest.entry(meaning).or_insert(path);
        if rank(path, meaning) < rank(known, meaning) {
            *known = path;
        }
    }
    let mut out = String::from(
        "Public items of the library, by `cargo xtask api`. A changed line is a changed promise.\n",
    );
    for (path, (meaning, features)) in &found.items {
        let _ = writeln!(out, "\n{path}{}", in_brackets(features));
        if shortest[meaning] != path {
            let _ = writeln!(out, "    is {}", shortest[meaning]);
            continue;
        }
        for line in describe(source, meaning, &public) {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

/// The features that something needs.
type Features = BTreeSet<String>;

/// The public paths, each with what it means and the features that it needs.
#[derive(Default)]
struct Found {
    items: BTreeMap<String, (Meaning, Features)>,
}

fn walk(source: &Source, place: &Place, path: &str, features: &Features, found: &mut Found) {
    let module = Meaning::Module(place.clone());
    found.items.insert(path.to_owned(), (module, features.clone()));
    for item in source.items(place) {
        let (is_public, attributes) = visibility(item);
        if !is_public || is_hidden(attributes) {
            continue;
        }
        let features = &(features | &needs(attributes));
        let mut add = |name: &str, meaning: Meaning| {
            let path = format!("{path}::{name}");
            match meaning {
                Meaning::Module(inner) => walk(source, &inner, &path, features, found),
                item => drop(found.items.insert(path, (item, features.clone()))),
            }
        };
        if let Item::Mod(module) = item {
            let name = module.ident.to_string();
            add(&name, Meaning::Module([&place[..], std::slice::from_ref(&name)].concat()));
        } else if let Some(name) = ident(item) {
            add(&name, Meaning::Item(place.clone(), name.clone()));
        }
        for import in imports(item) {
            if let Some(meaning) = source.resolve(place, &import.path) {
                add(&import.name, meaning);
            }
        }
    }
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| a.path().is_ident("doc") && text::of(&a.meta) == "doc(hidden)")
}

/// The features that a condition before something names.
fn needs(attributes: &[Attribute]) -> Features {
    let cfg = attributes.iter().find(|attribute| attribute.path().is_ident("cfg"));
    let condition = cfg.map(|cfg| cfg.meta.to_token_stream().to_string()).unwrap_or_default();
    let quoted = condition.split('"').skip(1).step_by(2);
    if condition.contains("feature") {
        quoted.map(str::to_owned).collect()
    } else {
        Features::new()
    }
}

/// Behind what needs them.
fn in_brackets(features: &Features) -> String {
    if features.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = features.iter().map(String::as_str).collect();
    format!(" [{}]", names.join(", "))
}

/// What an item is, line by line.
fn describe(source: &Source, meaning: &Meaning, public: &BTreeSet<&Meaning>) -> Vec<String> {
    let Meaning::Item(place, name) = meaning else { return vec!["mod".into()] };
    let item = source.items(place).iter().find(|item| ident(item).as_ref() == Some(name));
    let Some(item) = item else { return Vec::new() };
    let mut lines = Vec::new();
    for attribute in visibility(item).1 {
        if ["derive", "non_exhaustive"].iter().any(|name| attribute.path().is_ident(name)) {
            lines.push(text::of(attribute));
        }
    }
    match item {
        Item::Fn(item) => lines.push(text::of(&item.sig)),
        Item::Const(item) => {
            lines.push(format!("const {}: {}", item.ident, text::of(&item.ty)));
        }
        Item::Type(item) => {
            let (generics, ty) = (text::of(&item.generics), text::of(&item.ty));
            lines.push(format!("type {}{generics} = {ty}", item.ident));
        }
        Item::Struct(item) => {
            lines.push(format!("struct {}{}", item.ident, text::of(&item.generics)));
            lines.extend(fields(&item.fields));
        }
        Item::Enum(item) => {
            lines.push(format!("enum {}{}", item.ident, text::of(&item.generics)));
            for variant in &item.variants {
                let mut variant = variant.clone();
                variant.attrs.clear();
                variant.fields.iter_mut().for_each(|field| field.attrs.clear());
                lines.push(format!("    {}", text::of(&variant)));
            }
        }
        Item::Trait(item) => {
            let (generics, above) = (text::of(&item.generics), text::of(&item.supertraits));
            lines.push(format!("trait {}{generics}: {above}", item.ident));
            for item in &item.items {
                let (attributes, line) = match item {
                    TraitItem::Fn(item) => (&item.attrs, text::of(&item.sig)),
                    TraitItem::Const(item) => {
                        (&item.attrs, format!("const {}: {}", item.ident, text::of(&item.ty)))
                    }
                    TraitItem::Type(item) => {
                        (&item.attrs, format!("type {}: {}", item.ident, text::of(&item.bounds)))
                    }
                    _ => continue,
                };
                if !is_hidden(attributes) {
                    lines.push(format!("    {line}"));
                }
            }
        }
        _ => {}
    }
    lines.extend(implementations(source, meaning, public));
    lines
}

fn fields(fields: &Fields) -> Vec<String> {
    let is_public = |field: &&syn::Field| matches!(field.vis, Visibility::Public(_));
    let public = fields.iter().filter(is_public);
    let mut lines: Vec<String> = public
        .map(|field| match &field.ident {
            Some(name) => format!("    pub {name}: {}", text::of(&field.ty)),
            None => format!("    pub {}", text::of(&field.ty)),
        })
        .collect();
    if lines.len() < fields.len() {
        lines.push("    ..".into());
    }
    lines
}

/// What is implemented for a type: its methods, and public traits.
fn implementations(source: &Source, meaning: &Meaning, public: &BTreeSet<&Meaning>) -> Vec<String> {
    let mut paragraphs = Vec::new();
    for (place, items) in source.modules() {
        for item in items {
            let Item::Impl(block) = item else { continue };
            if path_of(&block.self_ty).and_then(|path| source.resolve(place, &path)).as_ref()
                != Some(meaning)
            {
                continue;
            }
            let methods = methods(block);
            let is_ours = match &block.trait_ {
                None => !methods.is_empty(),
                Some((_, path, _)) => source
                    .resolve(place, &segments(path))
                    .is_none_or(|meaning| public.contains(&meaning)),
            };
            if is_ours {
                let head = format!("{}{}", head(block), in_brackets(&needs(&block.attrs)));
                paragraphs.push([vec![head], methods].concat());
            }
        }
    }
    paragraphs.sort();
    paragraphs.concat()
}

fn head(block: &ItemImpl) -> String {
    let (generics, ty) = (text::of(&block.generics), text::of(&block.self_ty));
    let condition = block.generics.where_clause.as_ref().map(text::of).unwrap_or_default();
    match &block.trait_ {
        Some((not, path, _)) => {
            let not = if not.is_some() { "!" } else { "" };
            format!("impl{generics} {not}{} for {ty} {condition}", text::of(path))
        }
        None => format!("impl{generics} {ty} {condition}"),
    }
    .trim_end()
    .to_owned()
}

/// The public constants and methods of a block without a trait.
fn methods(block: &ItemImpl) -> Vec<String> {
    let mut lines = Vec::new();
    for item in &block.items {
        let (visibility, attributes, line) = match item {
            ImplItem::Fn(item) => (&item.vis, &item.attrs, text::of(&item.sig)),
            ImplItem::Const(item) => {
                (&item.vis, &item.attrs, format!("const {}: {}", item.ident, text::of(&item.ty)))
            }
            _ => continue,
        };
        if matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes) {
            lines.push(format!("    {line}{}", in_brackets(&needs(attributes))));
        }
    }
    lines.sort();
    lines
}

/// The path of a type that has a name.
fn path_of(ty: &Type) -> Option<Vec<String>> {
    match ty {
        Type::Path(path) => Some(segments(&path.path)),
        _ => None,
    }
}

fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}
