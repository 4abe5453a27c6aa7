//! Whatever the tool suggests is run, on the input that suggests it: it must succeed, and do
//! what it says. A new suggestion needs a row in [`ROWS`].

use crate::common::{Run, folder, placemat, shell};
use std::fs;

/// A run that suggests something.
struct Row {
    args: &'static [&'static str],
    /// The name of the file, in the place of `@` in `args`; none: standard input.
    names: &'static [Option<&'static str>],
    bytes: &'static [u8],
    /// How many commands are suggested.
    commands: usize,
    /// What the input, or else the output of the command, is then.
    then: Then,
}

#[derive(Clone, Copy, Debug)]
enum Then {
    /// `check` is silent about it, and it holds this; of a difference, it has these lines.
    Holds(&'static str),
    /// `check` is silent about it.
    Clean,
}

/// Names that a shell would take for something else. The last ones cannot be printed, so
/// nothing is suggested for them.
#[cfg(unix)]
const NAMES: &[Option<&str>] =
    &[Some("a.txt"), Some("a b's \"$c\".txt"), Some("-n.txt"), Some("née*.txt"), None];

#[cfg(unix)]
const UNPRINTABLE: &[Option<&str>] = &[Some("a\nb.txt"), Some("a\u{1B}[m.txt")];

/// In those of Windows there are no quotation marks and controls; some cannot be printed in a
/// form that both of its shells understand.
#[cfg(windows)]
const NAMES: &[Option<&str>] =
    &[Some("a.txt"), Some("a b's & (@c).txt"), Some("-n.txt"), Some("née^,;.txt"), None];

#[cfg(windows)]
const UNPRINTABLE: &[Option<&str>] = &[Some("a$b.txt"), Some("%a%.txt")];

const FILES: &[Option<&str>] = NAMES.split_at(4).0;

const LATIN1: &[u8] = b"caf\xE9 and cr\xE8me\n";

const UTF16: &[u8] = b"\xFF\xFEc\0a\0f\0\xE9\0\n\0";

const JAPANESE: &[u8] = b"\x93\xFA\x96{\x8C\xEA\x82\xCC\x95\xB6\x8F\xCD\x82\xC5\x82\xB7\x81B\n";

const ROWS: &[Row] = &[
    // U+009D is in the text, which Windows-1252 leaves undefined.
    Row {
        args: &["detect", "@"],
        names: NAMES,
        bytes: "â€œcafÃ©â€\u{9D}\n".as_bytes(),
        commands: 1,
        then: Then::Holds("“café”\n"),
    },
    Row {
        args: &["detect", "@"],
        names: UNPRINTABLE,
        bytes: "cafÃ©\n".as_bytes(),
        commands: 0,
        then: Then::Clean,
    },
    // What looks binary would be left alone.
    Row {
        args: &["check", "@"],
        names: FILES,
        bytes: b"caf\xE9\n\0\0\0\0\0\0end\xE9 caf\xE9\n",
        commands: 1,
        then: Then::Holds("café\n<U+0000><U+0000><U+0000><U+0000><U+0000><U+0000>endé café"),
    },
    // Cut, and malformed: no conversion undoes it.
    Row {
        args: &["detect", "@"],
        names: &[Some("a.txt")],
        bytes: b"caf\xC3\x83\xC2\xA9 caf\xC3\x83\xC2\xA9 caf\xC3\x83\xC2\xA9 \xC3",
        commands: 0,
        then: Then::Clean,
    },
    Row {
        args: &["check", "@"],
        names: NAMES,
        bytes: LATIN1,
        commands: 1,
        then: Then::Holds("café and crème\n"),
    },
    Row {
        args: &["check", "@"],
        names: NAMES,
        bytes: "cafÃ© and crÃ¨me\n".as_bytes(),
        commands: 1,
        then: Then::Holds("café and crème\n"),
    },
    Row {
        args: &["fix", "-n", "@"],
        names: NAMES,
        bytes: UTF16,
        commands: 1,
        then: Then::Holds("café\n"),
    },
    // A choice.
    Row { args: &["fix", "-i", "@"], names: FILES, bytes: LATIN1, commands: 3, then: Then::Clean },
    Row {
        args: &["fix", "-i", "@"],
        names: FILES,
        bytes: JAPANESE,
        commands: 3,
        then: Then::Clean,
    },
    Row {
        args: &["fix", "-i", "@"],
        names: FILES,
        bytes: b"a \xFF\xFE\xFF\x80 b",
        commands: 2,
        then: Then::Clean,
    },
];

#[test]
fn what_is_suggested_works() {
    for row in ROWS {
        for name in row.names {
            try_row(row, *name);
        }
    }
}

fn try_row(row: &Row, name: Option<&str>) {
    let files = || folder(&[(name.unwrap_or("unused"), row.bytes)]);
    // What begins with a hyphen is typed with its folder.
    let typed = name.map_or("-".to_owned(), |name| match name.starts_with('-') {
        true => format!("./{name}"),
        false => name.to_owned(),
    });
    let args: Vec<&str> =
        row.args.iter().map(|arg| if *arg == "@" { &typed } else { *arg }).collect();
    let told = placemat(&args).folder(&files()).stdin(row.bytes).run();
    let text = format!("{}{}", told.stdout, told.stderr);
    let commands = commands(&text);
    assert_eq!(commands.len(), row.commands, "{args:?}: {text}");
    for command in commands {
        let files = files();
        let run = shell(&command).folder(&files).stdin(row.bytes).run();
        let what = format!("{args:?} suggests {command}, which ends as {run:?}");
        if let (true, Then::Holds(text)) = (command.contains(" --diff "), row.then) {
            let added: Vec<&str> =
                run.stdout.lines().filter_map(|line| line.strip_prefix('+')).skip(1).collect();
            assert!(run.code == 1 && added == text.lines().collect::<Vec<_>>(), "{what}");
            continue;
        }
        assert_eq!(run.code, 0, "{what}");
        let in_place = command.contains(" -o ") || command.contains(" -i");
        let found = match name.filter(|_| in_place) {
            Some(name) => fs::read(files.path().join(name)).unwrap(),
            None => run.stdout.into_bytes(),
        };
        let check = placemat(&["check", "--binary=check", "-"]).stdin(&found).run();
        assert_eq!(check, Run::quiet(0), "{command}");
        if let Then::Holds(text) = row.then {
            assert_eq!(String::from_utf8_lossy(&found), text, "{command}");
        }
    }
}

/// The commands in `text`: between backquotes, or alone in a line, before what they do.
fn commands(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.map(|line| line.split("  # ").next().unwrap_or_default().trim_end());
    quoted.chain(lines).filter(|text| text.starts_with("placemat ")).map(str::to_owned).collect()
}

/// What an earlier run kept is not to be converted: nothing could be undone.
#[test]
fn of_backups() {
    let files =
        folder(&[("a.txt", "é\n".as_bytes()), ("a.txt.orig", b"caf\xE9 \xE9t\xE9 na\xEFve\n")]);
    let told = placemat(&["check", "."]).in_folder(files.path()).run();
    assert_eq!(told.code, 1);
    let advice = "perhaps an earlier run kept it of ./a.txt (-g '!*.orig' leaves such files out of a folder)";
    assert!(told.stdout.contains(advice), "{}", told.stdout);
    assert!(!told.stdout.contains("makes it UTF-8"), "{}", told.stdout);
    let told = placemat(&["check", "-g", "!*.orig", "."]).in_folder(files.path()).run();
    assert_eq!(told.code, 0, "{told:?}");
    // Alone it may be anything.
    std::fs::remove_file(files.path().join("a.txt")).unwrap();
    let told = placemat(&["check", "."]).in_folder(files.path()).run();
    assert!(told.stdout.contains("makes it UTF-8"), "{}", told.stdout);
}

/// A mistyped glob makes no check a clean one without a word.
#[test]
fn of_a_check_of_nothing() {
    let files = folder(&[("a.txt", b"caf\xE9\n")]);
    let run = |args: &[&str]| placemat(&[&["check"], args].concat()).in_folder(files.path()).run();
    let told = run(&["-g", "*.tx", "."]);
    assert_eq!((told.code, &*told.stdout), (0, ""));
    assert!(
        told.stderr.starts_with("placemat: nothing was checked: no files in ., or"),
        "{}",
        told.stderr
    );
    assert_eq!(run(&["-q", "-g", "*.tx", "."]), Run::quiet(0));
    assert_eq!(run(&["-g", "*.txt", "."]).code, 1);
}

#[test]
fn of_arguments_that_are_nearly_right() {
    let files = folder(&[("a.txt", b"caf\xE9\n"), ("d/placemat.toml", b"\xFF[")]);
    let run = |args: &[&str]| placemat(args).folder(&files).run();
    let told = |args: &[&str]| {
        let run = run(args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
        run.stderr
    };
    let no_from = told(&["convert", "-t", "utf-8", "a.txt"]);
    assert!(no_from.contains("tip: -f auto reads each input as what it looks like"), "{no_from}");
    assert!(!no_from.contains("tip: -t"), "{no_from}");
    let neither = told(&["convert", "a.txt"]);
    assert!(neither.contains("tip: -f auto") && neither.contains("tip: -t utf-8"), "{neither}");
    let folder = told(&["convert", "-f", "latin1", "-t", "utf-8", "-o", "d", "a.txt"]);
    assert!(folder.contains("d: a folder; with a slash behind it"), "{folder}");
    let folder = told(&["fix", "-o", "d", "a.txt"]);
    assert!(folder.contains("d: a folder, and -o needs the name of a file"), "{folder}");
    let unicode = told(&["convert", "-f", "unicode", "-t", "utf-8", "a.txt"]);
    assert!(unicode.contains("Windows calls utf-16le so"), "{unicode}");
    // The way out is not the way in.
    let config = placemat(&["check", "."]).in_folder(&files.path().join("d")).run();
    let advice = "`placemat check --no-config placemat.toml` shows where";
    assert!(config.code == 2 && config.stderr.contains(advice), "{config:?}");
    let args = ["check", "--no-config", "placemat.toml"];
    let shown = placemat(&args).in_folder(&files.path().join("d")).run();
    assert!(shown.code == 1 && shown.stdout.contains("placemat.toml:1:1"), "{shown:?}");
}
