//! `placemat fix` in place: nothing is changed by a default that cannot be undone.

use crate::common::{Run, folder, leftovers, placemat, quoted, shell};
#[cfg(unix)]
use crate::common::{sh_as_nobody, skipped};
use std::fs;
use tempfile::TempDir;

const LETTER: &[u8] = b"caf\xE9 x, na\xEFve, \x93quoted\x94, don\x92t\n";
const MIXED: &[u8] = b"caf\xE9\td\xC3\xA9j\xC3\xA0 \xFF\n";

fn fix(files: &TempDir, args: &[&str]) -> Run {
    placemat(&[&["fix"], args].concat()).folder(files).run()
}

/// The names in a folder and what is in the files, sorted.
fn contents(files: &TempDir) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(files.path()).unwrap().map(|entry| entry.unwrap());
    let mut all: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn the_suffix_as_sed_has_it() {
    for spelling in ["-i.bak", "--in-place=.bak", "-i=.bak", "-qi.bak"] {
        let files = folder(&[("a", LETTER)]);
        let told = fix(&files, &[spelling, "--fallback=cp1252", "a"]);
        assert_eq!((told.code, &*told.stderr), (0, ""), "{spelling}");
        let kept = ("a.bak".to_owned(), LETTER.to_vec());
        assert_eq!(contents(&files)[1], kept, "{spelling}");
        assert_eq!(contents(&files)[0].1, "café x, naïve, “quoted”, don’t\n".as_bytes());
    }
    let files = folder(&[("a", LETTER)]);
    assert_eq!(fix(&files, &["-i~", "-q", "--fallback=cp1252", "a"]), Run::quiet(0));
    assert_eq!(contents(&files)[1].0, "a~");
    // Letters are options, as ever: -iq is not a suffix, and so is what "--" ends.
    assert_eq!(fix(&files, &["-iq", "--fallback=cp1252", "a"]), Run::quiet(0));
    let files = folder(&[("-i.bak", LETTER)]);
    assert_eq!(fix(&files, &["-qi", "--fallback=cp1252", "--", "-i.bak"]), Run::quiet(0));
    assert_eq!(contents(&files).len(), 1);
}

#[test]
fn the_suffix_as_bsd_has_it_is_refused_before_anything_is_changed() {
    let files = folder(&[("a", LETTER), (".config", LETTER)]);
    let before = contents(&files);
    let told = fix(&files, &["-i", ".bak", "--fallback=cp1252", "a"]);
    assert_eq!((told.code, &*told.stdout), (2, ""));
    assert!(told.stderr.contains("stands right behind the option: -i.bak"), "{}", told.stderr);
    let told = fix(&files, &["-i", "", "--fallback=cp1252", "a"]);
    assert_eq!((told.code, &*told.stdout), (2, ""));
    assert!(told.stderr.contains("is -i --no-backup"), "{}", told.stderr);
    assert_eq!(contents(&files), before);
    // Also if there is a file of that name: a suffix is what that sed takes it for.
    for args in
        [&["-i", ".config", "a"][..], &["--in-place", ".config", "a"], &["-qi", ".config", "a"]]
    {
        let told = fix(&files, &[args, &["--fallback=cp1252"]].concat());
        assert_eq!((told.code, &*told.stdout), (2, ""));
        assert!(
            told.stderr.contains("the suffix, it stands right behind the option: -i.config. If")
        );
        assert!(told.stderr.ends_with("write ./.config\n"), "{}", told.stderr);
        assert_eq!(contents(&files), before);
    }
    // Nothing else can be meant here.
    let named = if cfg!(windows) { r".\.config" } else { "./.config" };
    for args in [&["-i", "a", ".config"][..], &["-i", named, "a"], &["-i", "-q", ".config", "a"]] {
        let files = folder(&[("a", LETTER), (".config", LETTER)]);
        assert_eq!(fix(&files, &[args, &["--fallback=cp1252"]].concat()).code, 0, "{args:?}");
    }
    // A file that begins with a dot is one.
    assert_eq!(fix(&files, &["-qi", ".config", "--fallback=cp1252"]), Run::quiet(0));
}

#[test]
fn a_missing_file_among_several_means_that_nothing_is_changed() {
    let files = folder(&[("a", LETTER), ("b", LETTER), ("d/c", LETTER)]);
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    let told = fix(&files, &["-i", "--fallback=cp1252", "a", "missing", "b", "d"]);
    assert_eq!(told.code, 2);
    assert_eq!(
        told.stderr,
        "placemat: missing: No such file or directory\n\
         placemat: nothing was changed: mend that first, or leave it out\n"
    );
    // Nor if a backup has no room.
    fs::write(files.path().join("b.orig"), "precious").unwrap();
    let told = fix(&files, &["-i", "--policy=replace", "a", "b"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("b: no backup b.orig: it exists"), "{}", told.stderr);
    for name in ["a", "b", "d/c"] {
        assert_eq!(read(name), LETTER, "{name}");
    }
    assert!(leftovers(files.path()).is_empty());
}

#[test]
fn in_place_without_a_method_names_the_commands_to_choose_from() {
    let files = folder(&[("it's a letter", LETTER), ("mixed", MIXED), ("clean", b"fine\n")]);
    let before = contents(&files);
    for args in [&["-i", "."][..], &["-qi", "it's a letter", "mixed"], &["-i.bak", "--eol=lf", "."]]
    {
        let told = fix(&files, args);
        assert_eq!((told.code, &*told.stdout), (2, ""));
        assert!(told.stderr.contains("nothing was changed: 2 files have malformed text"));
        assert!(told.stderr.contains("it's a letter: windows-1252 throughout"), "{}", told.stderr);
        assert_eq!(contents(&files), before);
    }
    // Each of the commands does what it says, and the first is the one to recommend.
    let told = fix(&files, &["-i", "it's a letter", "mixed"]).stderr;
    let commands: Vec<&str> =
        told.lines().filter_map(|line| line.strip_prefix("  placemat ")).collect();
    let expected = "café x, naïve, “quoted”, don’t\n";
    assert_eq!(commands.len(), 3, "{told}");
    assert!(commands[0].starts_with("fix --fallback windows-1252 -i "), "{told}");
    for (command, expected) in commands.into_iter().zip([
        expected.to_owned(),
        expected.replace(|c: char| !c.is_ascii(), "\u{FFFD}"),
        r"caf\xE9 x, na\xEFve, \x93quoted\x94, don\x92t".to_owned() + "\n",
    ]) {
        let files = folder(&[("it's a letter", LETTER), ("mixed", MIXED)]);
        let run = shell(&format!("placemat {command}")).folder(&files).run();
        assert_eq!(run.code, 0, "{command}: {run:?}");
        assert_eq!(contents(&files)[0].1, expected.as_bytes(), "{command}");
    }
    // Where nothing is malformed there is nothing to choose.
    assert_eq!(fix(&files, &["-i", "clean"]), Run::quiet(0));
    assert_eq!(fix(&files, &["-qi", "--eol=crlf", "clean"]), Run::quiet(0));
    assert_eq!(fs::read(files.path().join("clean")).unwrap(), b"fine\r\n");
    // Through a pipe nothing is lost: it goes on as it was.
    let told = placemat(&["fix", "-q"]).stdin(b"caf\xE9").run();
    assert_eq!((told.code, &*told.stdout), (0, "caf\u{FFFD}"));
}

/// The lines of the choice that name a command, with what it does.
fn offered(files: &TempDir, args: &[&str]) -> Vec<String> {
    let told = fix(files, args).stderr;
    let (_, choice) = told.split_once("\nChoose one:\n").unwrap_or_else(|| panic!("{told}"));
    choice.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn text_that_is_in_another_encoding_throughout_is_converted() {
    let (japanese, _, _) = encoding_rs::SHIFT_JIS.encode("日本語の文章です。これは長い文です。\n");
    let (russian, _, _) = encoding_rs::KOI8_R.encode(
        "Все люди рождаются свободными и равными в своём достоинстве и правах.\n\
         Они наделены разумом и совестью и должны поступать в духе братства.\n",
    );
    for (text, encoding, several) in [
        (LETTER, "windows-1252", Some("--fallback windows-1252 ")),
        (&japanese, "shift_jis", None),
        (&russian, "koi8-r", None),
    ] {
        let files = folder(&[("-a b", text), ("b", text)]);
        let name = quoted("./-a b");
        let command = format!(
            "placemat convert -f {encoding} -t utf-8 -i {name}  # converts all of it from {encoding}"
        );
        let lines = offered(&files, &["-i", "--", "-a b"]);
        assert_eq!((&lines[0], lines.len()), (&command, 3), "{lines:?}");
        // It would not do what else was asked for.
        for more in ["-i.bak", "--eol=lf", "--bom=remove"] {
            let lines =
                offered(&files, &["-i", more, "--", "-a b"][usize::from(more == "-i.bak")..]);
            assert!(!lines.iter().any(|line| line.contains("convert")), "{more} {lines:?}");
        }
        // For several files there is no such command. In pages where two letters often look
        // like a sequence of UTF-8, --fallback would leave those.
        let lines = offered(&files, &["-i", "."]);
        match several {
            Some(option) => assert!(lines[0].contains(option), "{lines:?}"),
            None => assert!(lines[0].contains("--policy replace"), "{lines:?}"),
        }
        assert!(!lines.iter().any(|line| line.contains("convert")), "{lines:?}");
    }
}

#[test]
fn relatives_of_utf_8_are_converted_as_check_says() {
    for (text, options) in [
        (&b"\xED\xA0\xBD\xED\xB8\x80\n"[..], "-f cesu-8"),
        (b"\xED\xA0\xBD\xED\xB8\x80 \xF0\x9F\x98\x80\n", "-f cesu-8 --lenient"),
        (b"a\xC0\x80b\n", "-f modified-utf-8"),
        (b"a\xED\xA0\x80b\n", "-f wtf-8 --policy replace"),
        (b"a\xF8\x88\x80\x80\x80b\n", "-f utf-8-rfc2279 --policy replace"),
    ] {
        let files = folder(&[("c", text)]);
        let said = placemat(&["check", "c"]).folder(&files).run();
        let said = said.stdout + &said.stderr;
        assert!(said.contains(&format!("convert with {options}")), "{said}");
        let lines = offered(&files, &["-i", "c"]);
        let (command, what) = lines[0].split_once("  # ").unwrap();
        assert_eq!(command.trim_end(), format!("placemat convert {options} -t utf-8 -i c"));
        assert_eq!(what.contains("U+FFFD"), options.contains("replace"), "{what}");
        let args: Vec<&str> = command.split_whitespace().skip(1).collect();
        assert_eq!(placemat(&args).folder(&files).run().code, 0, "{command}");
        assert!(fs::read_to_string(files.path().join("c")).is_ok(), "{command}");
        // Of several files no page is said to be that of the malformed bytes.
        fs::write(files.path().join("d"), text).unwrap();
        fs::write(files.path().join("c"), text).unwrap();
        assert!(offered(&files, &["-i", "."])[0].contains("--policy replace"));
    }
}

#[test]
fn what_is_said_of_the_old_text_is_true() {
    for (args, kept) in [
        (&["-i", "a"][..], Some("a.orig")),
        (&["-i.bak", "a"], Some("a.bak")),
        (&["-i", "--no-backup", "a"], None),
    ] {
        let files = folder(&[("a", MIXED)]);
        let lines = offered(&files, args);
        let line = lines.iter().find(|line| line.contains("--policy replace")).unwrap();
        match kept {
            Some(kept) => {
                let name = kept.replacen('a', "NAME", 1);
                assert!(line.ends_with(&format!("; what was there is kept in {name}")), "{line}");
            }
            None => assert!(line.ends_with("; what was there is lost"), "{line}"),
        }
        assert_eq!(fix(&files, &[args, &["-q", "--policy=replace"]].concat()), Run::quiet(0));
        assert_eq!(contents(&files).get(1).map(|(name, _)| &**name), kept);
    }
}

#[test]
fn no_command_holds_a_name_that_cannot_be_printed() {
    // In a file of Windows there is no line feed, and what PowerShell would fill in.
    let name = if cfg!(windows) { "a$b" } else { "a\nb" };
    let files = folder(&[(name, LETTER)]);
    let lines = offered(&files, &["-i", name]);
    let options: Vec<&str> = lines.iter().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(options, ["--fallback windows-1252", "--policy replace", "--escape"]);
}

#[test]
fn a_method_that_loses_text_keeps_the_old_file() {
    let all: Vec<u8> = (0x20..=0xFF).chain([b'\n']).collect();
    for policy in ["replace", "replace-per-byte", "remove", "backslashreplace"] {
        let method = format!("--policy={policy}");
        let files = folder(&[("a", &all), ("d/b", MIXED), ("clean", b"fine\n")]);
        let told = fix(&files, &["-i", &method, "."]);
        assert_eq!(told.code, 0, "{told:?}");
        assert!(told.stdout.contains("; the old file is kept as ./a.orig\n"), "{}", told.stdout);
        assert!(!files.path().join("clean.orig").exists());
        assert_ne!(fs::read(files.path().join("a")).unwrap(), all);
        // Once more, nothing is to be done: what was kept is no text to mend.
        assert_eq!(fix(&files, &["-qi", &method, "."]), Run::quiet(0));
        // And all of it comes back, byte for byte.
        for name in ["a", "d/b"] {
            let kept = files.path().join(format!("{name}.orig"));
            fs::rename(kept, files.path().join(name)).unwrap();
        }
        for (name, old) in [("a", &all[..]), ("d/b", MIXED), ("clean", b"fine\n")] {
            assert_eq!(fs::read(files.path().join(name)).unwrap(), old, "{policy} {name}");
        }
    }
    // What can be told from the result needs no second file; five bytes of this cannot.
    for (args, kept) in [
        (&["--fallback=windows-1252"][..], false),
        (&["--fallback=latin1"], false),
        (&["--fallback=koi8-r"], false),
        (&["--escape"], false),
        (&["--policy=windows-1252-strict"], true),
        (&["--fallback=windows-1253"], true),
        (&["--policy=replace", "--no-backup"], false),
    ] {
        let files = folder(&[("a", &all)]);
        assert_eq!(fix(&files, &[args, &["-qi", "a"]].concat()), Run::quiet(0));
        assert_eq!(files.path().join("a.orig").exists(), kept, "{args:?}");
    }
    let files = folder(&[("a", b"don\x92t\n")]);
    assert_eq!(fix(&files, &["-qi", "--policy=windows-1252-strict", "a"]), Run::quiet(0));
    assert!(!files.path().join("a.orig").exists(), "nothing was lost");
}

/// What a person does with a backup, they do by themselves: no command renames it over
/// what was edited since.
#[test]
fn a_backup_that_is_found_is_left_as_it_is() {
    let files = folder(&[
        ("a", b"fine\n"),
        ("a.orig", MIXED),
        ("a.bak", MIXED),
        ("old.orig", LETTER),
        ("x.bak", LETTER),
    ]);
    let before = contents(&files);
    let kept = "placemat: ./a.orig: kept by an earlier run; left as it is\n";
    for preview in ["-n", "-d"] {
        let told = fix(&files, &[preview, "--fallback=cp1252", "."]);
        assert_eq!((told.code, &*told.stderr), (1, kept));
        assert!(told.stdout.contains("./old.orig") && !told.stdout.contains("a.orig"));
        // What is named is meant.
        assert!(fix(&files, &[preview, "a.orig"]).stdout.contains("a.orig"));
    }
    assert_eq!(contents(&files), before);
    // Nor is it mended where nothing is kept, or under another name.
    let told = fix(&files, &["-i.bak", "--fallback=cp1252", "."]);
    let also = "placemat: ./a.bak: kept by an earlier run; left as it is\n";
    assert_eq!((told.code, &*told.stderr), (0, &*format!("{also}{kept}")));
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    assert_eq!((read("a.bak"), read("x.bak.bak")), (MIXED.to_vec(), LETTER.to_vec()));
    let told = fix(&files, &["-i", "--no-backup", "--fallback=cp1252", "."]);
    assert_eq!((told.code, &*told.stderr), (0, kept));
    assert_eq!(read("a.orig"), MIXED);
    // Without the file itself beside it, it is a file as any other.
    assert_eq!(read("old.orig"), "café x, naïve, “quoted”, don’t\n".as_bytes());
    assert_eq!(read("x.bak"), read("old.orig"));
}

/// A backup has to be possible before anything is changed, wherever it is that text is lost.
#[test]
fn a_backup_without_room_is_refused_before_anything_is_changed() {
    let ends = b"text\r\n".repeat(100_000);
    let late = [&ends[..], MIXED].concat();
    let files = folder(&[("a", &ends), ("b", &late), ("b.orig", b"precious")]);
    let before = contents(&files);
    let told = fix(&files, &["-i", "--policy=replace", "--eol=lf", "a", "b"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.starts_with("placemat: b: no backup b.orig: it exists"), "{told:?}");
    assert!(told.stderr.ends_with("nothing was changed: mend that first, or leave it out\n"));
    assert!(contents(&files) == before);
    // Where nothing is lost, none is needed.
    fs::rename(files.path().join("b.orig"), files.path().join("a.orig")).unwrap();
    let told = fix(&files, &["-qi", "--policy=replace", "--eol=lf", "a", "b"]);
    assert_eq!(told, Run::quiet(0));
    assert_eq!(contents(&files)[1].1, b"precious");
    assert!(contents(&files)[3].1 == late);
}

#[test]
fn what_to_do_is_chosen_before_a_backup_is_refused() {
    let files = folder(&[("a", LETTER), ("a.bak", b""), ("b", b"x\r\n"), ("b.bak", b"")]);
    for args in [&["-i.bak", "a"][..], &["-i.bak", "--eol=lf", "b", "a"]] {
        let told = fix(&files, args).stderr;
        assert!(told.contains("Choose one:") && !told.contains("no backup"), "{told}");
    }
    let told = fix(&files, &["-i.bak", "--fallback=cp1252", "a"]).stderr;
    assert!(told.contains("no backup a.bak"), "{told}");
}

/// A folder in which anyone may make files, and only their owners rename them.
#[test]
#[cfg(unix)]
fn a_backup_that_cannot_be_removed_is_named() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let files = folder(&[("d/a", MIXED)]);
    if files.path().metadata().unwrap().uid() != 0 {
        return skipped("setpriv");
    }
    let set = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    set("d/a", 0o666);
    set("d", 0o1777);
    let script = r#"cd d && exec "$0" fix -i --policy=replace a"#;
    let Some(shell) = sh_as_nobody(&files, script) else { return skipped("setpriv") };
    let output = shell.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(fs::read(files.path().join("d/a")).unwrap(), MIXED);
    let kept = files.path().join("d/a.orig").exists();
    assert_eq!(said.contains("; its backup a.orig could not be removed"), kept, "{said}");
}

#[test]
#[cfg(unix)]
fn a_backup_is_not_told_as_another_hard_link() {
    for (others, expected) in [
        (&["a.orig"][..], ""),
        (&["a.orig", "b"], "placemat: a: its 1 other hard link has the old text still\n"),
    ] {
        // As a run leaves it that was killed.
        let files = folder(&[("a", MIXED)]);
        for other in others {
            fs::hard_link(files.path().join("a"), files.path().join(other)).unwrap();
        }
        let told = fix(&files, &["-qi", "--policy=replace", "a"]);
        assert_eq!((told.code, &*told.stderr), (0, expected));
        assert_eq!(fs::read(files.path().join("a.orig")).unwrap(), MIXED);
    }
}

#[test]
fn no_command_puts_a_backup_over_a_file() {
    let files = folder(&[("a", b"edited"), ("a.orig", MIXED)]);
    let before = contents(&files);
    let told = fix(&files, &["--restore", "a"]);
    assert_eq!((told.code, contents(&files)), (2, before));
    assert!(told.stderr.contains("--restore"), "{}", told.stderr);
}

#[test]
fn the_input_is_not_the_output() {
    let files = folder(&[("a", LETTER)]);
    let told = fix(&files, &["-o", "a", "./a"]);
    assert_eq!(
        (told.code, &*told.stderr),
        (2, "placemat: the input is the output: use --in-place, which replaces it\n")
    );
    assert_eq!(fs::read(files.path().join("a")).unwrap(), LETTER);
}

#[test]
fn any_code_page_is_a_fallback() {
    let dirty = "Привет ";
    for (label, expected) in [
        ("cp1251", "Жук"),
        ("windows-1251", "Жук"),
        ("koi8-r", "Жук"),
        ("ibm866", "Жук"),
        ("iso-8859-5", "Жук"),
        ("x-mac-cyrillic", "Жук"),
        ("iso-8859-2", "łódź"),
        ("macintosh", "∑é"),
        ("cp1252", "don’t"),
        ("latin1", "café"),
    ] {
        let name = label.replace("cp", "windows-");
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let (bytes, _, _) = encoding.encode(expected);
        // Of any length, so that blocks end anywhere.
        let (mut input, mut text) = (Vec::new(), String::new());
        for n in 0..12_000 {
            let filler = "x".repeat(n % 7);
            input.extend([dirty.as_bytes(), filler.as_bytes(), &bytes, b"."].concat());
            text += &format!("{dirty}{filler}{expected}.");
        }
        let files = folder(&[("a", &input)]);
        let child = placemat(&["fix", "-q", "--fallback", label, "a"]).folder(&files).spawn();
        let output = child.wait_with_output().unwrap();
        assert!(output.stdout == text.as_bytes(), "{label}");
    }
    let files = folder(&[("a", b"\xC6\n")]);
    let told = fix(&files, &["--fallback=ibm866", "-d", "a"]);
    assert!(told.stdout.contains("offset 0: C6 → ╞ (E2 95 9E)"), "{}", told.stdout);
    assert!(told.stdout.contains("C6 ×1 → ╞"), "{}", told.stdout);
    for (label, reason) in [
        ("shift_jis", "its letters have several bytes"),
        ("gb18030", "its letters have several bytes"),
        ("utf-16", "it needs a code page with one byte for each letter"),
        ("us-ascii", "it needs a code page with one byte for each letter"),
    ] {
        let told = fix(&files, &["--fallback", label, "a"]);
        assert_eq!((told.code, told.stdout.len()), (2, 0), "{label}");
        assert!(told.stderr.contains(reason), "{}", told.stderr);
    }
}

/// What the help says of them.
#[test]
fn what_a_code_page_does_not_define() {
    let text = placemat(&["encodings"]).run().stdout;
    let mut pages = 0;
    for label in text.lines().filter(|line| !line.starts_with(' ')) {
        let bytes: Vec<u8> = (0x80..=0xFF).flat_map(|byte| [byte, b' ']).collect();
        let run = placemat(&["fix", "-q", "--binary=fix", "--fallback", label]).stdin(&bytes).run();
        if run.code != 0 {
            continue;
        }
        pages += 1;
        for (byte, letter) in (0x80..=0xFF_u8).zip(run.stdout.chars().step_by(2)) {
            let is_control = ('\u{80}'..='\u{9F}').contains(&letter);
            let is_own = letter == char::from(byte) && byte < 0xA0;
            assert_eq!(is_control, is_own, "{label} {byte:X}");
            assert!(letter != '\u{FFFD}' || byte >= 0xA0, "{label} {byte:X}");
        }
    }
    assert!(pages > 20, "{pages}");
}

#[test]
fn each_file_has_its_own_table() {
    let files = folder(&[("a", b"\xE9 \xE9\n"), ("b", b"\x92\n")]);
    let told = fix(&files, &["-n", "--fallback=cp1252", "a", "b"]);
    assert_eq!(
        told.stdout,
        "a:1:1: E9 → é (C3 A9)\na:1:3: E9 → é (C3 A9)\n\
         a: would change 2 malformed sequences\n  E9 ×2 → é\n\
         b:1:1: 92 → ’ (E2 80 99)\nb: would change 1 malformed sequence\n  92 ×1 → ’\n\
         2 files: would change 3 malformed sequences\n"
    );
    // A table is not longer than a page.
    let all: Vec<u8> = (0x80..=0xFF).flat_map(|byte| [byte, b' ']).collect();
    let files = folder(&[("a", &[&all[..], b"\xFE \xFE "].concat())]);
    let told = fix(&files, &["-n", "--fallback=cp1252", "a"]);
    let table: Vec<&str> = told.stdout.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!((table.len(), table[0]), (13, "  FE ×3 → þ"));
    assert_eq!(table[12], "  and 116 other bytes (all in --report=json)");
}

#[test]
fn a_tab_in_a_difference_is_a_tab() {
    let files = folder(&[("a", b"x\tcaf\xE9\ty\n")]);
    let told = fix(&files, &["-dq", "--fallback=cp1252", "a"]);
    assert!(told.stdout.ends_with("-x\tcaf<E9>\ty\n+x\tcafé\ty\n"), "{}", told.stdout);
}

/// `*` has the backups of the run before.
#[test]
fn a_backup_that_is_named_with_its_file_is_left_as_it_is() {
    let convert = ["convert", "-flatin1", "-tutf-8"];
    for (command, suffix, kept) in [
        (&["fix", "-q", "--policy=replace"][..], "-i", "orig"),
        (&["fix", "-q", "--policy=replace"], "-i.bak", "bak"),
        (&[&convert[..], &["--backup"]].concat(), "-i", "orig"),
        (&convert, "-i.bak", "bak"),
    ] {
        let files = folder(&[("a", LETTER), ("d/b", LETTER)]);
        let run =
            |paths: &[&str]| placemat(&[command, &[suffix], paths].concat()).folder(&files).run();
        assert_eq!(run(&["a", "d/b"]).code, 0, "{command:?} {suffix}");
        let [a, b] = [format!("a.{kept}"), format!("d/b.{kept}")];
        let contents = || {
            let read = |name: &str| fs::read(files.path().join(name)).unwrap();
            let count = |name: &str| fs::read_dir(files.path().join(name)).unwrap().count();
            (["a", &a, "d/b", &b].map(read), count("."), count("d"))
        };
        let before = contents();
        for paths in [&["a", &a][..], &[&a, "./a"], &["a", "d/b", &a, "d"]] {
            let told = run(paths);
            let line = format!("placemat: {a}: kept by an earlier run; left as it is\n");
            assert_eq!(told.code, 0, "{}", told.stderr);
            assert!(told.stderr.contains(&line), "{command:?} {paths:?}: {}", told.stderr);
            assert!(contents() == before, "{command:?} {paths:?}");
        }
        let told = run(&["d", &b]);
        assert!(told.stderr.contains(&format!("{b}: kept by")), "{}", told.stderr);
        assert!(contents() == before, "{command:?}");
        // Without its file it is meant, also where others are named.
        assert_eq!(run(&[&a, "d/b"]).code, 0);
        assert_eq!(fs::read(files.path().join(format!("{a}.{kept}"))).unwrap(), LETTER);
    }
}

#[test]
fn a_file_with_several_names_is_mended_once() {
    for inputs in [&["d", "d/a"][..], &["d/a", "./d/a"], &[".", "d"]] {
        let files = folder(&[("d/a", b"caf\xE9\n")]);
        let run = fix(&files, &[&["-i", "--escape"], inputs].concat());
        assert_eq!((run.code, &*run.stderr), (0, ""), "{inputs:?}");
        assert!(run.stdout.ends_with("changed 1 escape\n  E9 ×1\n"), "{}", run.stdout);
        assert_eq!(fs::read(files.path().join("d/a")).unwrap(), b"caf\\xE9\n", "{inputs:?}");
    } // Records, too, and what is only shown.
    let files = folder(&[("d/a", b"x,y\nz,\xE9\n")]);
    for way in [&["-n", "--csv", "--null-invalid"][..], &["--diff", "--policy=replace"]] {
        let [twice, once] =
            [&["d", "d/a"][..], &["d/a"]].map(|paths| fix(&files, &[way, paths].concat()));
        assert_eq!(twice, once);
    }
    let run = fix(&files, &["-i", "--csv", "--null-invalid", "d", "d/a"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 1), "{run:?}");
}
