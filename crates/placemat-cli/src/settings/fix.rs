//! What `placemat fix` is to do: which files, how, and where the text goes.

use super::{Walk, wants_color};
use crate::args::{Bom, Eol, FixArgs, FixBinary, FixReport, Labels, When};
use crate::coding::{self, Coding, Legacy};
use placemat::Policy;
use placemat::encoding::Label;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// What an old file is called that is kept because text is lost.
pub(crate) const KEPT: &str = ".orig";

pub(crate) struct Fix {
    pub(crate) walk: Walk,
    pub(crate) method: Method,
    /// Whether the method was asked for.
    pub(crate) decided: bool,
    pub(crate) bom: Bom,
    pub(crate) eol: Eol,
    pub(crate) target: Target,
    pub(crate) diff: bool,
    /// Whether the steps of repairs are shown.
    pub(crate) plan: bool,
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) color: bool,
    pub(crate) binary: FixBinary,
    pub(crate) progress: When,
}

/// What becomes of malformed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Policy(Policy),
    /// Read in a code page; U+FFFD for what that does not have.
    CodePage(&'static Legacy),
    /// Reversibly escaped.
    Escape,
    /// That undone.
    Undo,
    /// Nothing: what was read in the wrong page is undone, and with `lossy` guessed.
    Mojibake {
        lossy: bool,
    },
}

/// Where mended text goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf),
    /// To where it came from.
    InPlace(Backup),
    /// Nowhere: changes are shown.
    Preview,
}

/// Which old files are kept, and under what suffix.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Backup {
    /// Each that is changed.
    Always(OsString),
    /// Those that lose text, with [`KEPT`].
    OfLosses,
    None,
}

impl Backup {
    /// The suffix of what is kept, if anything is.
    pub(crate) fn suffix(&self) -> Option<&OsStr> {
        match self {
            Self::Always(suffix) => Some(suffix),
            Self::OfLosses => Some(OsStr::new(KEPT)),
            Self::None => None,
        }
    }
}

impl Fix {
    pub(crate) fn resolve(args: FixArgs, color: When) -> Result<Self, Box<dyn std::error::Error>> {
        let (method, decided) = method(&args)?;
        let target = target(&args)?;
        refuse(&target, &args.paths)?;
        let implied = matches!(target, Target::Stdout | Target::File(_));
        let paths = if args.paths.is_empty() && implied { vec!["-".into()] } else { args.paths };
        // Text that runs through a terminal would run through the bar.
        let through = target == Target::Stdout && io::stdout().is_terminal();
        let progress = match args.progress {
            When::Auto if through => When::Never,
            progress => progress,
        };
        Ok(Self {
            walk: Walk::resolve(paths, args.walk)?,
            method,
            decided,
            bom: args.bom,
            eol: args.eol,
            target,
            diff: args.diff,
            plan: args.explain_plan,
            json: args.report == FixReport::Json,
            quiet: args.quiet,
            color: wants_color(color),
            binary: args.binary,
            progress,
        })
    }

    pub(crate) fn is_preview(&self) -> bool {
        self.target == Target::Preview
    }

    pub(crate) fn writes_to_stdout(&self) -> bool {
        self.target == Target::Stdout
    }
}

/// What becomes of malformed bytes, and whether that was asked for.
fn method(args: &FixArgs) -> Result<(Method, bool), String> {
    Ok(match (args.policy, &args.fallback) {
        _ if args.escape => (Method::Escape, true),
        _ if args.undo => (Method::Undo, true),
        _ if args.mojibake => (Method::Mojibake { lossy: args.lossy }, true),
        (Some(policy), _) => (Method::Policy(policy), true),
        (_, Some(label)) => (fallback(label)?, true),
        _ => (Method::Policy(Policy::Replace), false),
    })
}

/// The code page of that name.
fn fallback(label: &str) -> Result<Method, String> {
    if label == Policy::Windows1252Strict.name() {
        return Ok(Method::Policy(Policy::Windows1252Strict));
    }
    let coding = coding::coding(label, Labels::Iana)?;
    Ok(match coding {
        Coding::Family(Label::Latin1) => Method::Policy(Policy::Latin1),
        Coding::Family(Label::Windows1252 | Label::Windows1252Whatwg) => {
            Method::Policy(Policy::Windows1252)
        }
        Coding::Legacy(page) if page.is_code_page() => Method::CodePage(page),
        Coding::Legacy(_) => {
            return Err(format!(
                "--fallback {coding} makes no sense: its letters have several bytes, and a \
                 malformed byte is no letter of it. A file that is all {coding} is converted: \
                 placemat convert -f {coding} -t utf-8 -o FILE FILE"
            ));
        }
        Coding::Family(_) => {
            return Err(format!(
                "--fallback {coding} makes no sense: it needs a code page with one byte for each \
                 letter, such as windows-1252"
            ));
        }
    })
}

fn target(args: &FixArgs) -> Result<Target, String> {
    let in_place = args.in_place.as_deref();
    if in_place.is_some_and(|suffix| Path::new(suffix).components().count() > 1) {
        return Err("a SUFFIX stands behind the name: it has no folder".to_owned());
    }
    let suffix = in_place.filter(|suffix| !suffix.is_empty());
    Ok(match (in_place, &args.output) {
        (Some(_), _) => Target::InPlace(match suffix {
            Some(_) if args.no_backup => {
                return Err("--no-backup keeps no file, and a SUFFIX does".to_owned());
            }
            Some(suffix) => Backup::Always(suffix.to_owned()),
            None if args.no_backup => Backup::None,
            None => Backup::OfLosses,
        }),
        (None, Some(path)) if path.as_os_str() != "-" => Target::File(path.clone()),
        _ if args.dry_run || args.diff || args.explain_plan => Target::Preview,
        _ => Target::Stdout,
    })
}

/// Inputs that do not go together with the target.
fn refuse(target: &Target, paths: &[PathBuf]) -> Result<(), String> {
    let told = match (target, paths) {
        (Target::InPlace(_), []) => "--in-place needs the names of files or folders",
        (Target::InPlace(_), _) if paths.iter().any(|path| is_stdin(path)) => {
            "standard input cannot be replaced: leave --in-place out"
        }
        (_, paths) if paths.iter().any(|path| path.as_os_str().is_empty()) => {
            "\"\" is the name of no file. The -i '' of BSD's sed, which keeps no old files, is \
             -i --no-backup"
        }
        (Target::InPlace(_), _) => return refuse_suffix(paths),
        (Target::Stdout | Target::File(_), [_, _, ..]) => {
            "several inputs do not go into one output: \
             --in-place replaces each, --diff shows what would change"
        }
        (Target::Stdout | Target::File(_), [path]) if path.is_dir() => {
            "a folder does not go into one output: \
             --in-place replaces its files, --diff shows what would change"
        }
        (Target::File(output), [path]) if is_same(output, path) => {
            "the input is the output: use --in-place, which replaces it"
        }
        _ => return Ok(()),
    };
    Err(told.to_owned())
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    real(a).is_some_and(|a| real(b) == Some(a))
}

/// The sed of BSD has its suffix as an argument of its own: `-i .bak`, or `-i ''`. A file
/// of that name may be meant, if it is there; not if it stands where that sed has a suffix.
fn refuse_suffix(paths: &[PathBuf]) -> Result<(), String> {
    for (at, path) in paths.iter().enumerate() {
        let Some(text) = path.to_str() else { continue };
        let is_suffix = text.starts_with('.') && !text.contains('/') && !matches!(text, "." | "..");
        if !is_suffix {
            continue;
        }
        let shown = crate::print::escape::shown(text);
        let right = format!("it stands right behind the option: -i{shown}");
        if path.symlink_metadata().is_err() {
            return Err(format!(
                "{shown}: there is no such file. If it is the suffix of the files to be kept, {right}"
            ));
        }
        if at == 0 && paths.len() > 1 && is_behind_in_place(path) {
            return Err(format!(
                "{shown}: this can be a file, or the suffix of the files to be kept. If it is the \
                 suffix, {right}. If it is the file, write ./{shown}"
            ));
        }
    }
    Ok(())
}

/// Whether `path` was typed right behind -i.
fn is_behind_in_place(path: &Path) -> bool {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let is_in_place = |arg: &OsStr| {
        let flags = arg.to_str().and_then(|arg| arg.strip_prefix('-')).unwrap_or_default();
        flags == "-in-place"
            || flags.strip_suffix('i').is_some_and(|more| more.chars().all(char::is_alphabetic))
    };
    typed.windows(2).any(|two| is_in_place(&two[0]) && two[1] == path.as_os_str())
}
