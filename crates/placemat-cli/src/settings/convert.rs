//! What `placemat convert` is to do.

use super::in_place::{self, Backup};
use super::{Project, Walk, name, threads, total};
use crate::args::{Bom, ConvertArgs, Eol, HintArgs, WalkArgs, When};
use crate::coding::{self, Coder, Coding};
use crate::print::escape;
use crate::print::name::Name;
use crate::rules::{Rules, Section};
use placemat::Policy;
use placemat::encoding::Label;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf, is_separator};

/// What `placemat convert` is to do.
pub(crate) struct Convert {
    pub(crate) inputs: Vec<Name>,
    pub(crate) from: Origin,
    pub(crate) to: Coding,
    /// Which of the two is records of `DataOutputStream`.
    pub(crate) framed: Framed,
    /// None: standard output.
    pub(crate) output: Option<PathBuf>,
    /// Whether each input becomes a file of its own.
    pub(crate) tree: Option<Tree>,
    pub(crate) threads: usize,
    pub(crate) policy: Policy,
    pub(crate) lenient: bool,
    pub(crate) bom: Bom,
    /// What becomes of the signature was not said.
    pub(crate) bom_implied: bool,
    pub(crate) eol: Eol,
    pub(crate) stats: bool,
    pub(crate) progress: When,
}

/// What inputs are read as.
pub(crate) enum Origin {
    Named(Coding),
    /// What each is declared as, or looks like, if that is at least so sure.
    Auto(Box<Auto>),
}

/// How it is found out what inputs are read as.
pub(crate) struct Auto {
    pub(crate) rules: Rules,
    pub(crate) certainty: f64,
    pub(crate) hints: HintArgs,
}

impl Origin {
    /// The encoding that was named.
    pub(crate) fn named(&self) -> Option<Coding> {
        match self {
            Self::Named(coding) => Some(*coding),
            Self::Auto(_) => None,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(coding) => coding.fmt(f),
            Self::Auto(_) => f.pad(AUTO),
        }
    }
}

/// What stands for no encoding, but for what an input looks like.
const AUTO: &str = "auto";

/// Which side of a conversion is records of `DataOutputStream`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Framed {
    pub(crate) source: bool,
    pub(crate) target: bool,
}

impl Convert {
    pub(crate) fn resolve(mut args: ConvertArgs) -> Result<Self, Box<dyn std::error::Error>> {
        args.hints.refuse()?;
        let project = Project::resolve(&args.project)?;
        let configured = project.config.as_ref().map(|config| config.convert.clone());
        let Section { policy, eol, .. } = configured.unwrap_or_default();
        let typed = args.policy;
        args.policy = typed.or(policy.filter(|_| !args.omit));
        args.eol = args.eol.or(eol.filter(|_| !args.framed));
        let tree = tree(&args, &project)?;
        let (from, to) = (args.from.unwrap_or_default(), args.to.unwrap_or_default());
        // What iconv takes behind either label concerns the whole conversion.
        let (from, ignore_from) = split_suffix(&from)?;
        let (to, ignore_to) = split_suffix(&to)?;
        let to = coding::coding(to, args.labels)?;
        let from = match from.eq_ignore_ascii_case(AUTO) {
            true => Origin::Auto(Box::new(Auto {
                rules: project.rules(),
                certainty: args.certainty,
                hints: args.hints,
            })),
            false => Origin::Named(coding::coding(from, args.labels)?),
        };
        let ignore = ignore_from || ignore_to;
        if let Some(policy) = typed.filter(|_| ignore)
            && !matches!(policy, Policy::Strict | Policy::Remove)
        {
            return Err(format!("//IGNORE and --policy {policy} contradict each other").into());
        }
        let policy = match args.policy {
            _ if args.omit || ignore => Policy::Remove,
            policy => policy.unwrap_or(Policy::Strict),
        };
        let eol = args.eol.unwrap_or(Eol::Keep);
        let bom = args.bom.unwrap_or(Bom::Keep);
        if bom == Bom::Add && to.signature().is_empty() {
            return Err(format!("--bom add makes no sense: {to} has no signature").into());
        }
        let modified = Coding::Family(Label::ModifiedUtf8);
        let framed = match args.framed {
            true => Framed { source: from.named() == Some(modified), target: to == modified },
            false => Framed::default(),
        };
        if args.framed && framed == Framed::default() {
            return Err("--framed is for modified-utf-8, on either side".into());
        }
        if framed.target && bom == Bom::Add {
            return Err("--bom add makes no sense with --framed: records have no signature".into());
        }
        if eol != Eol::Keep {
            let why = match to {
                _ if args.framed => {
                    "a record has no line feed at its end, and --framed says what has"
                }
                Coding::Family(Label::Utf7Imap) => "an end of a line is written in Base64 there",
                Coding::Family(Label::Scsu) => {
                    "the bytes of an end of a line are those of others, too"
                }
                _ => "",
            };
            if !why.is_empty() {
                return Err(format!("--eol makes no sense here: {why}").into());
            }
        }
        // A policy that makes no sense is refused before anything is read.
        let read = from.named().unwrap_or(Coding::Family(Label::Utf8));
        Coder::new(read.for_writing(), to.for_writing(), policy, args.lenient)?;
        let inputs = match &args.paths[..] {
            [] => vec![Name::Stdin],
            paths => paths.iter().map(|path| name(path)).collect(),
        };
        let is_folder = |name: &Name| matches!(name, Name::Path(path) if path.is_dir());
        if let Some(folder) = inputs.iter().find(|name| tree.is_none() && is_folder(name)) {
            return Err(format!(
                "{}: a folder does not go into one output: --in-place replaces its files, and \
                 -o DIR/ writes new ones below DIR",
                folder.shown()
            )
            .into());
        }
        let output = args.output.filter(|path| path.as_os_str() != "-");
        if let Some(folder) = output.as_ref().filter(|path| tree.is_none() && path.is_dir()) {
            let folder = Name::Path(folder.clone());
            return Err(format!(
                "{}: a folder; with a slash behind it (-o DIR/), each input is written below it",
                folder.shown()
            )
            .into());
        }
        // Text that runs through a terminal would run through the bar.
        let through = output.is_none() && tree.is_none() && io::stdout().is_terminal();
        let progress = match args.progress {
            When::Auto if through => When::Never,
            progress => progress,
        };
        Ok(Self {
            inputs,
            from,
            to,
            framed,
            output,
            tree,
            threads: args.threads.map_or_else(threads, |n| n.get()),
            policy,
            lenient: args.lenient,
            bom,
            bom_implied: args.bom.is_none(),
            eol,
            stats: args.stats,
            progress,
        })
    }
}

impl Convert {
    /// How much there is to be read, if it is only files, which have a size.
    pub(crate) fn total(&self) -> Option<u64> {
        total(self.inputs.iter().map(|name| match name {
            Name::Path(path) => path.as_path(),
            Name::Stdin => Path::new("-"),
        }))
    }
}

/// Files that are converted each alone, also those in folders.
pub(crate) struct Tree {
    pub(crate) walk: Walk,
    pub(crate) target: TreeTarget,
    /// Where it is written what was replaced.
    pub(crate) log: Option<PathBuf>,
}

/// Where files go that are converted each alone.
pub(crate) enum TreeTarget {
    /// To where they came from.
    InPlace(Backup),
    /// Below this folder, as they are named.
    Folder(PathBuf),
}

/// What is to become of files, if each is to be converted alone.
fn tree(args: &ConvertArgs, project: &Project) -> Result<Option<Tree>, Box<dyn std::error::Error>> {
    let ends_in_slash = |path: &&PathBuf| {
        path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| is_separator(last.into()))
    };
    let target = match (in_place::backup(args.in_place.as_deref(), &args.keep)?, &args.output) {
        (Some(backup), _) => {
            in_place::refuse(&args.paths)?;
            let guessed = args.from.as_ref().is_some_and(|from| from.eq_ignore_ascii_case(AUTO));
            TreeTarget::InPlace(match backup {
                Backup::OfLosses if guessed => Backup::OfGuesses,
                backup => backup,
            })
        }
        (None, output) => match output.as_ref().filter(ends_in_slash) {
            Some(folder) => TreeTarget::Folder(folder.clone()),
            None if args.folders.are_chosen() => {
                return Err("which files of a folder are meant matters only with --in-place and \
                            -o DIR/, which convert folders"
                    .into());
            }
            None => return Ok(None),
        },
    };
    if args.paths.iter().any(|path| path.as_os_str() == "-") || args.paths.is_empty() {
        return Err("-o DIR/ needs the names of files or folders".into());
    }
    let walk = WalkArgs { folders: args.folders.clone(), ..WalkArgs::default() };
    Ok(Some(Tree {
        walk: Walk::resolve(args.paths.clone(), walk, project.config.clone())?,
        target,
        log: args.keep.log.clone(),
    }))
}

/// The label, and whether `//IGNORE` stands behind it.
fn split_suffix(label: &str) -> Result<(&str, bool), String> {
    let mut parts = label.split("//");
    let label = parts.next().unwrap_or_default();
    let mut ignore = false;
    for suffix in parts.filter(|suffix| !suffix.is_empty()) {
        if suffix.eq_ignore_ascii_case("ignore") {
            ignore = true;
        } else if suffix.eq_ignore_ascii_case("translit") {
            return Err("//TRANSLIT is not supported: what looks alike is not the same text. \
                --policy replace writes U+FFFD or \"?\""
                .to_owned());
        } else {
            let shown = escape::shown(suffix);
            return Err(format!("\"//{shown}\" is unknown: only //IGNORE may follow a label"));
        }
    }
    Ok((label, ignore))
}
