//! What a project says of the encodings of its files: `placemat.toml`, `.gitattributes`, `.editorconfig`.

use crate::common::{Run, folder, placemat};
#[cfg(unix)]
use crate::common::{as_nobody, skipped};
use serde_json::Value;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const EDITORS: &str = "root = true\n[*]\ncharset = utf-8\n[*.{bat,cmd}]\ncharset = latin1\n\
    [wide/**.txt]\ncharset = utf-16le\n[signed.txt]\ncharset = utf-8-bom\n";
const WIDE: &[u8] = b"\xFF\xFEh\0\xE9\0\n\0";

fn run(files: &TempDir, args: &[&str]) -> Run {
    placemat(args).folder(files).run()
}

#[test]
fn what_is_as_declared_is_no_finding() {
    let files = folder(&[
        (".editorconfig", EDITORS.as_bytes()),
        ("a.txt", "caf\u{E9}\n".as_bytes()),
        ("old.bat", b"echo caf\xE9\r\n"),
        ("wide/a.txt", WIDE),
        ("wide/b/a.txt", b"h\0i\0"),
        ("wide/empty.txt", b""),
        ("signed.txt", b"\xEF\xBB\xBFx\n"),
    ]);
    assert_eq!(run(&files, &["check", "."]), Run::quiet(0));
    // Without the rules, all but two would be found.
    let found = run(&files, &["check", "-l", "--no-rules", "."]);
    assert_eq!(found.stdout, "./old.bat\n./wide/a.txt\n./wide/b/a.txt\n");
    assert_eq!(found.code, 1);
}

#[test]
fn what_is_not_as_declared_is_found_with_the_rule() {
    let files = folder(&[
        (".editorconfig", EDITORS.as_bytes()),
        ("a.txt", b"\xEF\xBB\xBFx\n"),
        ("old.bat", "echo caf\u{E9}\n".as_bytes()),
        ("signed.txt", b"x\n"),
        ("wide/a.txt", b"\xFE\xFF\0h"),
        ("wide/b.txt", b"hello\n"),
        ("wide/c.txt", b"h\0\0\xD8"),
    ]);
    let found = run(&files, &["check", "."]);
    let expected = "\
./a.txt: not what is declared: it begins with the signature EF BB BF, and .editorconfig:3 says `charset = utf-8`
./old.bat: not what is declared: it is UTF-8, and .editorconfig:5 says `charset = latin1`
./signed.txt: not what is declared: it begins without a signature, and .editorconfig:9 says `charset = utf-8-bom`
./wide/a.txt: not what is declared: it looks like UTF-16, big-endian, and .editorconfig:7 says `charset = utf-16le`
./wide/b.txt: not what is declared: it is UTF-8, and .editorconfig:7 says `charset = utf-16le`
./wide/c.txt:1:3: 00 D8 is a high surrogate that no low one follows, never valid in utf-16le (declared in .editorconfig:7)
  1 | h<00><D8>
    |  ^^^^^^^^ offset 2
1 error in 1 of 6 files, 32 bytes. 5 of 6 files are not what is declared.
";
    assert_eq!((found.code, found.stdout.as_str()), (1, expected));
    assert_eq!(run(&files, &["check", "-q", "signed.txt"]), Run::quiet(1));
    let names = run(&files, &["check", "--clean-files", "."]);
    assert_eq!((names.code, names.stdout.as_str()), (1, ""));
    let formats = run(&files, &["check", "--format=github", "signed.txt"]);
    assert!(
        formats.stdout.starts_with("::error file=signed.txt,title=Not as declared::"),
        "{formats:?}"
    );
    let sarif = run(&files, &["check", "--format=sarif", "."]);
    let sarif: Value = serde_json::from_str(&sarif.stdout).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "not-as-declared");
    let json = run(&files, &["check", "--format=json", "--all", "."]);
    let objects: Vec<Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["kind"], "not-as-declared");
    assert_eq!(objects[0]["declared_in"], ".editorconfig:3");
    assert_eq!(objects.last().unwrap()["not_as_declared"], 5);
    // What is known is not told again; text in other encodings always is.
    fs::write(files.path().join("known.json"), json.stdout).unwrap();
    let again =
        run(&files, &["check", "--baseline", "known.json", "a.txt", "old.bat", "wide/b.txt"]);
    assert_eq!(again.code, 0, "{again:?}");
}

#[test]
fn git_says_it_with_attributes() {
    let files = folder(&[
        (
            ".gitattributes",
            b"*.ps1 text working-tree-encoding=UTF-16\n*.rc working-tree-encoding=UTF-16LE-BOM\n",
        ),
        (".editorconfig", b"root = true\n[*]\ncharset = latin1\n"),
        ("a.ps1", WIDE),
        ("b.ps1", b"h\0i\0"),
        ("c.rc", b"\xFE\xFF\0h"),
        ("sub/.gitattributes", b"*.ps1 working-tree-encoding=sjis\n"),
        ("sub/a.ps1", b"\x93\xFA\x96{\n"),
        ("sub/b.ps1", b"\x93\xFA\xFF\n"),
    ]);
    let found = run(&files, &["check", "-l", "."]);
    assert_eq!(found.stdout, "./b.ps1\n./c.rc\n./sub/b.ps1\n");
    let told = run(&files, &["rules", "a.ps1", "sub/new.ps1", "x"]);
    let expected = "\
a.ps1: utf-16 with a signature (.gitattributes:1: working-tree-encoding=UTF-16)
sub/new.ps1: shift_jis (sub/.gitattributes:1: working-tree-encoding=sjis)
x: iso-8859-1 (.editorconfig:3: charset = latin1)
";
    assert_eq!((told.code, told.stdout.as_str()), (0, expected));
}

#[test]
fn unknown_encodings_are_told_and_do_not_count() {
    let files = folder(&[
        (".editorconfig", b"root = true\n[*]\ncharset = utf-8-bomb\n"),
        ("a.txt", b"x\n"),
        ("b/a.txt", b"x\n"),
    ]);
    let found = run(&files, &["check", "."]);
    assert_eq!((found.code, found.stdout.as_str()), (0, ""));
    assert_eq!(found.stderr.matches("\"utf-8-bomb\"").count(), 1, "{}", found.stderr);
    assert!(found.stderr.starts_with("placemat: .editorconfig:3: no encoding"), "{}", found.stderr);
}

#[test]
fn files_need_not_exist_nor_their_folders() {
    let files = folder(&[
        (".editorconfig", EDITORS.as_bytes()),
        ("placemat.toml", b"exclude = [\"/new/\"]\n"),
    ]);
    let run = run(&files, &["rules", "new/deep/a.bat", "wide/x/y.txt"]);
    let expected = "new/deep/a.bat: iso-8859-1 (.editorconfig:5: charset = latin1); left out where it is found in a folder\n\
        wide/x/y.txt: utf-16le (.editorconfig:7: charset = utf-16le)\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, expected));
}

/// What nobody may read could say that the files are in something else.
#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let files = folder(&[(".editorconfig", EDITORS.as_bytes()), ("a.bat", b"caf\xE9\n")]);
    let rules = files.path().join(".editorconfig");
    fs::set_permissions(rules, fs::Permissions::from_mode(0o000)).unwrap();
    for args in [&["check", "-l", "."][..], &["fix", "-n", "."]] {
        let Some(child) = as_nobody(&files, args) else { return skipped("setpriv") };
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            told, "placemat: .editorconfig: Permission denied: what it says does not count\n",
            "{args:?}"
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn convert_auto_takes_what_is_declared() {
    let files = folder(&[
        (".editorconfig", b"root = true\n[*.txt]\ncharset = koi8-r\n[*.ps1]\ncharset = utf-16le\n[*.md]\ncharset=latin1\n"),
        // By itself it is not sure.
        ("a.txt", b"\xC4\xC1\n"),
        ("a.ps1", WIDE),
        ("b.ps1", b"h\0i\0"),
        ("wrong.md", "caf\u{E9}\n".as_bytes()),
    ]);
    let done = run(&files, &["convert", "-f", "auto", "-t", "utf-8", "-i", "."]);
    assert_eq!(done.code, 1);
    assert!(
        done.stderr.contains("./a.txt: koi8-r is declared (.editorconfig:3)"),
        "{}",
        done.stderr
    );
    let wrong =
        "./wrong.md: declared as iso-8859-1 (.editorconfig:7: charset=latin1), but it is UTF-8";
    let wrong = wrong.replace("charset=latin1", "charset = latin1");
    assert!(done.stderr.contains(&wrong), "{}", done.stderr);
    let read = |name: &str| fs::read_to_string(files.path().join(name)).unwrap();
    assert_eq!(read("a.txt"), "да\n");
    assert_eq!(read("a.ps1"), "hé\n");
    assert_eq!(read("b.ps1"), "hi");
    assert_eq!(read("wrong.md"), "café\n");
}

#[test]
fn fix_leaves_alone_what_is_declared_otherwise() {
    let files = folder(&[
        (".editorconfig", b"root = true\n[*.bat]\ncharset = ibm850\n"),
        ("a.bat", b"caf\x82\n"),
        ("a.txt", b"caf\xE9\n"),
    ]);
    let done = run(&files, &["fix", "-i", "--fallback=windows-1252", "."]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(
        done.stderr.contains("./a.bat: ibm850 is declared (.editorconfig:3), left alone\n"),
        "{done:?}"
    );
    assert_eq!(fs::read(files.path().join("a.bat")).unwrap(), b"caf\x82\n");
    assert_eq!(fs::read(files.path().join("a.txt")).unwrap(), "café\n".as_bytes());
    // A file that is named is trouble then.
    let named = run(&files, &["fix", "-i", "--fallback=windows-1252", "a.bat"]);
    assert_eq!(named.code, 2, "{named:?}");
    assert_eq!(fs::read(files.path().join("a.bat")).unwrap(), b"caf\x82\n");
    let forced = run(&files, &["fix", "--no-rules", "--fallback=ibm850", "a.bat"]);
    assert_eq!((forced.code, forced.stdout.as_str()), (0, "café\n"));
}

const CONFIG: &[u8] = b"exclude = [\"vendor/\"]\n\n[encodings]\n\"*.bat\" = \"ibm850\"\n\n\
    [check]\nprofiles = [\"source\"]\n\n[fix]\nfallback = \"koi8-r\"\neol = \"lf\"\n\n[convert]\neol = \"crlf\"\npolicy = \"replace\"\n";

#[test]
fn options_of_a_project() {
    let files = folder(&[
        ("placemat.toml", CONFIG),
        ("a.bat", b"caf\x82\n"),
        ("vendor/bad.txt", b"\xFF\n"),
        ("src/a.rs", "x\u{202E}y\n".as_bytes()),
        ("old.txt", b"\xC4\xC1\r\n"),
    ]);
    let found = run(&files, &["check", "-l", "."]);
    assert_eq!(found.stdout, "./old.txt\n./src/a.rs\n");
    // From a folder below, too; not when it is left out, nor against what is typed.
    let below = placemat(&["check", "-l"]).in_folder(&files.path().join("src")).run();
    assert_eq!(below.stdout, "a.rs\n");
    let without = run(&files, &["check", "-l", "--no-config", "."]);
    assert_eq!(without.stdout, "./a.bat\n./old.txt\n./vendor/bad.txt\n");
    let other = run(&files, &["check", "-l", "--profile=xml", "."]);
    assert_eq!(other.stdout, "./old.txt\n");
    // A file that is named is meant.
    assert_eq!(run(&files, &["check", "-q", "vendor/bad.txt"]).code, 1);
    assert_eq!(run(&files, &["fix", "old.txt"]).stdout, "да\n");
    assert_eq!(
        run(&files, &["fix", "--fallback=windows-1252", "--eol=keep", "old.txt"]).stdout,
        "ÄÁ\r\n"
    );
    assert_eq!(
        run(&files, &["convert", "-f", "utf-8", "-t", "us-ascii", "src/a.rs"]).stdout,
        "x?y\r\n"
    );
    let elsewhere = run(&files, &["check", "-q", "--config", "placemat.toml", "a.bat"]);
    assert_eq!(elsewhere, Run::quiet(0));
    let shown = run(&files, &["rules"]);
    let expected = "\
placemat.toml
  exclude: 1 pattern
  encodings: \"*.bat\" = \"ibm850\" (placemat.toml:4)
  check: --profile source
  fix: --fallback koi8-r
  fix: --eol lf
  convert: --policy replace
  convert: --eol crlf
";
    assert_eq!((shown.code, shown.stdout.as_str()), (0, expected));
    let one = run(&files, &["rules", "vendor/bad.txt"]);
    assert_eq!(
        one.stdout,
        "vendor/bad.txt: nothing is declared; left out where it is found in a folder\n"
    );
}

#[test]
fn what_is_wrong_with_a_configuration_is_trouble() {
    let files = folder(&[("placemat.toml", b"\n[chekc]\n"), ("a.txt", b"x")]);
    for command in [&["check", "a.txt"][..], &["fix", "a.txt"], &["rules"]] {
        let told = run(&files, command);
        let expected =
            "placemat: placemat.toml:2: no key is called \"chekc\"; did you mean check?\n";
        assert_eq!((told.code, told.stdout.as_str(), told.stderr.as_str()), (2, "", expected));
    }
    assert_eq!(run(&files, &["check", "--no-config", "a.txt"]), Run::quiet(0));
    let missing = run(&files, &["check", "--config", "none.toml", "a.txt"]);
    assert_eq!(
        (missing.code, missing.stderr.as_str()),
        (2, "placemat: none.toml: No such file or directory\n")
    );
}

/// What git itself makes of `convert` as a filter: in both directions, with the declared encoding checked.
#[test]
fn a_filter_of_git_in_both_directions() {
    let files = folder(&[
        (
            ".gitattributes",
            b"*.txt filter=sjis working-tree-encoding=\n*.ps1 working-tree-encoding=UTF-16LE-BOM\n",
        ),
        (".editorconfig", b"root = true\n[*.txt]\ncharset = shift_jis\n"),
        ("a.txt", b"\x93\xFA\x96{\n"),
        ("a.ps1", WIDE),
    ]);
    let tool = env!("CARGO_BIN_EXE_placemat");
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@t"])
            .args(args)
            .current_dir(files.path());
        let output =
            git.env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", files.path()).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    git(&["init", "-q"]);
    let clean = format!("'{tool}' convert -f shift_jis -t utf-8 --no-config");
    let smudge = format!("'{tool}' convert -f utf-8 -t shift_jis --no-config");
    git(&["config", "filter.sjis.clean", &clean]);
    git(&["config", "filter.sjis.smudge", &smudge]);
    git(&["config", "filter.sjis.required", "true"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "x"]);
    assert_eq!(git(&["show", "HEAD:a.txt"]), "日本\n".as_bytes());
    assert_eq!(git(&["show", "HEAD:a.ps1"]), "hé\n".as_bytes());
    // What is checked out is what was added, and what the rules say.
    fs::remove_file(files.path().join("a.txt")).unwrap();
    fs::remove_file(files.path().join("a.ps1")).unwrap();
    git(&["checkout", "-q", "--", "."]);
    assert_eq!(fs::read(files.path().join("a.txt")).unwrap(), b"\x93\xFA\x96{\n");
    assert_eq!(fs::read(files.path().join("a.ps1")).unwrap(), WIDE);
    assert_eq!(git(&["status", "--porcelain"]), b"");
    assert_eq!(run(&files, &["check", "."]), Run::quiet(0));
}

#[test]
fn a_configuration_that_is_no_utf8_is_told_with_its_place() {
    let files = folder(&[("placemat.toml", b"# fine\n# caf\xE9\n"), ("a.txt", b"fine\n")]);
    let told = run(&files, &["check", "a.txt"]);
    assert_eq!(told.code, 2, "{told:?}");
    let what = "placemat: placemat.toml:2: not UTF-8: ";
    assert!(told.stderr.starts_with(what) && told.stderr.contains("at offset 12"), "{told:?}");
}
