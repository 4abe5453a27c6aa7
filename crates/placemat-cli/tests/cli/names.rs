//! `placemat names`.
#![cfg(unix)]

use crate::common::{Run, as_nobody, folder, placemat, skipped};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn run(files: &TempDir, args: &[&str]) -> Run {
    placemat(&[&["names"], args].concat()).folder(files).run()
}

/// Every name below a folder, as its bytes.
fn all(folder: &Path) -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_owned();
            names.push(name.into_os_string().into_vec());
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            }
        }
    }
    names.sort();
    names
}

fn write(files: &TempDir, name: &[u8]) {
    let path = files.path().join(OsStr::from_bytes(name));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, name).unwrap();
}

fn broken() -> TempDir {
    let files = folder(&[("plain", b""), ("café", b"")]);
    write(&files, b"caf\xE9s/men\xFC.txt");
    write(&files, b"caf\xE9s/fine");
    write(&files, "cafÃ©s.txt".as_bytes());
    write(&files, b".hidden\x92");
    files
}

#[test]
fn names_are_shown_and_nothing_is_changed() {
    let files = broken();
    let before = all(files.path());
    let told = run(&files, &[]);
    assert_eq!(told.code, 1);
    assert_eq!(
        told.stdout,
        "./.hidden<92> → ./.hidden’: not UTF-8\n\
         ./cafÃ©s.txt → ./cafés.txt: encoded twice\n\
         ./caf<E9>s → ./cafés: not UTF-8\n\
         ./caf<E9>s/men<FC>.txt → ./caf<E9>s/menü.txt: not UTF-8\n"
    );
    assert_eq!(told.stderr, "placemat: 4 of 8 names; --rename renames what has another name\n");
    assert_eq!(all(files.path()), before);
    assert_eq!(run(&folder(&[("fine", b"")]), &["."]), Run::quiet(0));
}

#[test]
fn renamed_and_taken_back() {
    let files = broken();
    let before = all(files.path());
    let told = run(&files, &["--rename"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stderr.contains("`placemat names --undo placemat-names.log`"), "{}", told.stderr);
    let mut names: Vec<String> =
        all(files.path()).into_iter().map(|name| String::from_utf8(name).unwrap()).collect();
    names.sort();
    let expected = [
        ".hidden’",
        "café",
        "cafés",
        "cafés.txt",
        "cafés/fine",
        "cafés/menü.txt",
        "placemat-names.log",
        "plain",
    ];
    assert_eq!(names, expected);
    assert_eq!(fs::read(files.path().join("cafés/menü.txt")).unwrap(), b"caf\xE9s/men\xFC.txt");
    assert_eq!(run(&files, &["."]), Run::quiet(0));

    // From anywhere.
    let elsewhere = folder(&[("other", b"")]);
    let log = files.path().join("placemat-names.log");
    let told = run(&elsewhere, &["--undo", log.to_str().unwrap()]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 4 names taken back\n"));
    fs::remove_file(log).unwrap();
    assert_eq!(all(files.path()), before);
}

#[test]
fn never_over_a_name_that_exists() {
    let files = folder(&[("café", b"new")]);
    write(&files, b"caf\xE9");
    write(&files, b"\xE9");
    let told = run(&files, &["--rename", "--log", "log"]);
    assert_eq!(told.code, 2);
    assert!(
        told.stderr.contains("placemat: ./caf<E9>: not renamed: ./café exists\n"),
        "{}",
        told.stderr
    );
    let names = all(files.path());
    assert_eq!(names, ["café".as_bytes(), b"caf\xE9", b"log", "é".as_bytes()]);
    assert_eq!(fs::read(files.path().join("café")).unwrap(), b"new");
    // What was not renamed is not taken back, nor is what has come into being since.
    fs::write(files.path().join(OsStr::from_bytes(b"\xE9")), b"other").unwrap();
    let told = run(&files, &["--undo", "log"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("exists"), "{}", told.stderr);
    assert_eq!(fs::read(files.path().join(OsStr::from_bytes(b"\xE9"))).unwrap(), b"other");
    assert_eq!(fs::read(files.path().join("café")).unwrap(), b"new");
}

#[test]
fn links_are_not_followed_and_json_is_exact() {
    let files = folder(&[("in/x", b"")]);
    std::os::unix::fs::symlink("..", files.path().join("in").join(OsStr::from_bytes(b"l\xFF")))
        .unwrap();
    let told = run(&files, &["--format", "json", "-f", "latin1"]);
    assert_eq!(told.code, 1);
    assert_eq!(
        told.stdout,
        "{\"path\":\"./in/l\u{FFFD}\",\"path_bytes\":\"2e2f696e2f6cff\",\"wrong\":\"not-utf-8\",\
         \"new\":\"./in/lÿ\",\"renamed\":false}\n"
    );
}

#[test]
fn other_encodings_nfc_and_mistakes() {
    let files = folder(&[("cafe\u{301}", b"")]);
    write(&files, b"\xCF\xF0\xE8\xE2\xE5\xF2");
    let told = run(&files, &["-f", "windows-1251", "--nfc"]);
    assert!(told.stdout.contains("→ ./Привет: not UTF-8"), "{}", told.stdout);
    assert!(told.stdout.contains("→ ./café: not in NFC"), "{}", told.stdout);
    let told = run(&files, &["-f", "klingon"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("no encoding is called \"klingon\""), "{}", told.stderr);
    let told = run(&files, &["missing"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("missing"), "{}", told.stderr);
    let told = run(&files, &["--undo", "cafe\u{301}"]);
    assert_eq!(
        told,
        Run {
            code: 0,
            stdout: String::new(),
            stderr: "placemat: there is nothing to take back\n".into()
        }
    );
    fs::write(files.path().join("no"), "{}\n").unwrap();
    let told = run(&files, &["--undo", "no"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("no: no log of placemat"), "{}", told.stderr);
}

/// Archives that others have made: Python, whose names are then put in the place of others of their length, and GNU tar.
#[test]
fn names_in_archives_are_told() {
    let files = folder(&[("caf\u{E9}.txt", b"x")]);
    let make = r#"
import os, tarfile, zipfile
def archive(name, renamed, flag=True):
    with zipfile.ZipFile(name, 'w') as file:
        for old, _ in renamed: file.writestr(old, 'x' * 3000)
        file.writestr('plain.txt', 'x')
    data = open(name, 'rb').read()
    for old, new in renamed:
        assert len(old) == len(new)
        data = data.replace(old.encode(), new)
    open(name, 'wb').write(data)
archive('japan.zip', [('1234567890.txt', '日本語です'.encode('cp932') + b'.txt'), ('abcdefghijkl', 'テストの話'.encode('cp932') + b'.c')])
archive('dos.zip', [('Men1.txt', b'Men\x81.txt')])
archive('unix.zip', [('caf12.txt', 'café.txt'.encode())])
with zipfile.ZipFile('right.zip', 'w') as file: file.writestr('日本.txt', 'x')
open('sfx.zip', 'wb').write(b'MZ' + bytes(998) + open('dos.zip', 'rb').read())
open('cut.zip', 'wb').write(open('japan.zip', 'rb').read()[:-30])
for name, form in [('pax.tar', tarfile.PAX_FORMAT), ('gnu.tar', tarfile.GNU_FORMAT)]:
    with tarfile.open(name, 'w', format=form) as file:
        file.add('café.txt', 'x' * 150 + '/cafÃ©.txt')
os.system("tar -czf good.tgz caf*.txt && mkdir sub && cp dos.zip sub/")
open(b'\xe9t\xe9', 'wb').write(b'')
os.system("tar -cf bytes.tar $(printf '\\351t\\351')")
os.remove(b'\xe9t\xe9')
"#;
    let python =
        Command::new("python3").args(["-c", make]).current_dir(files.path()).output().unwrap();
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    let names = |args: &[&str]| placemat(&[&["names"], args].concat()).folder(&files).run();
    let long = "x".repeat(150);
    for (archive, expected) in [
        (
            "japan.zip",
            "japan.zip: <93><FA><96>{<8C><EA><82>ł<B7>.txt → 日本語です.txt: not UTF-8, read as shift_jis\n\
             japan.zip: <83>e<83>X<83>g<82>̘b.c → テストの話.c: not UTF-8, read as shift_jis\n",
        ),
        ("dos.zip", "dos.zip: Men<81>.txt → Menü.txt: not UTF-8, read as ibm437\n"),
        ("sfx.zip", "sfx.zip: Men<81>.txt → Menü.txt: not UTF-8, read as ibm437\n"),
        ("unix.zip", "unix.zip: café.txt: UTF-8, but the archive does not say so\n"),
        ("right.zip", ""),
        ("good.tgz", ""),
        ("pax.tar", &format!("pax.tar: {long}/cafÃ©.txt → {long}/café.txt: encoded twice\n")),
        ("gnu.tar", &format!("gnu.tar: {long}/cafÃ©.txt → {long}/café.txt: encoded twice\n")),
        ("bytes.tar", "bytes.tar: <E9>t<E9> → été: not UTF-8, read as iso-8859-1\n"),
    ] {
        let told = names(&[archive]);
        assert_eq!(told.stdout, expected, "{archive}");
        assert_eq!(told.code, i32::from(!expected.is_empty()), "{archive}");
    }
    let cut = names(&["cut.zip"]);
    assert_eq!(cut.code, 2);
    assert!(cut.stderr.contains("cut.zip: the archive has no end record"), "{}", cut.stderr);
    // In folders, only if that is asked for.
    assert_eq!(names(&["sub"]), Run::quiet(0));
    let told = names(&["-z", "-f", "ibm850", "sub", "--format=json"]);
    let object: serde_json::Value = serde_json::from_str(told.stdout.trim()).unwrap();
    assert_eq!(object["archive"]["path"], "sub/dos.zip");
    assert_eq!(
        (&object["name_bytes"], &object["new"], &object["encoding"]),
        (&"4d656e812e747874".into(), &"Menü.txt".into(), &"ibm850".into())
    );
}

/// Something was in the way, and what has its name now was never called otherwise.
#[test]
fn what_was_never_renamed_is_not_taken_back() {
    let files = folder(&[("mü.txt", b"mine")]);
    write(&files, b"m\xFC.txt");
    let only_failed = run(&files, &["--rename", "."]);
    assert_eq!(only_failed.code, 2);
    assert!(
        only_failed.stderr.ends_with("placemat: renamed 0 of 3 names\n"),
        "{}",
        only_failed.stderr
    );
    fs::remove_file(files.path().join("placemat-names.log")).unwrap();

    write(&files, b"k\xFC.txt");
    write(&files, b"z\xFC.txt");
    let told = run(&files, &["--rename", "."]);
    assert_eq!(told.code, 2);
    let advice = "renamed 2 of 5 names; `placemat names --undo placemat-names.log` takes it back\n";
    assert!(told.stderr.ends_with(advice), "{}", told.stderr);
    let log = fs::read_to_string(files.path().join("placemat-names.log")).unwrap();
    assert_eq!(log.lines().count(), 2, "{log}");
    fs::remove_file(files.path().join(OsStr::from_bytes(b"m\xFC.txt"))).unwrap();
    let told = placemat(&["undo", "placemat-names.log"]).folder(&files).run();
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 2 names taken back\n"));
    let expected: [&[u8]; 4] =
        [b"k\xFC.txt", "mü.txt".as_bytes(), b"placemat-names.log", b"z\xFC.txt"];
    assert_eq!(all(files.path()), expected);
    assert_eq!(fs::read(files.path().join("mü.txt")).unwrap(), b"mine");
}

/// Nothing is in the way, but the system does not let it be renamed.
#[test]
fn what_the_system_refuses_is_not_in_the_log() {
    let files = folder(&[("ro/x", b"")]);
    write(&files, b"ro/m\xFC.txt");
    let mode = |name: &str, mode| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("", 0o777);
    mode("ro", 0o555);
    let Some(child) = as_nobody(&files, &["names", "--rename", "."]) else {
        return skipped("setpriv");
    };
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("Permission denied") && !said.contains("--undo"), "{said}");
    assert_eq!(fs::read(files.path().join("placemat-names.log")).unwrap(), b"");
}

/// Nothing in them is renamed, but they are not passed over.
#[test]
fn archives_with_rename_and_those_that_cannot_be_read() {
    let files = folder(&[]);
    let make = "
import tarfile, io
def archive(name, mode):
    with tarfile.open(name, mode, encoding='latin1', format=tarfile.GNU_FORMAT) as file:
        file.addfile(tarfile.TarInfo('Men\u{FC}.txt'), io.BytesIO(b''))
archive('plain.tar', 'w')
archive('b.tar.bz2', 'w:bz2')
archive('x.tar.xz', 'w:xz')
";
    let python =
        Command::new("python3").args(["-c", make]).current_dir(files.path()).output().unwrap();
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    let told = run(&files, &["--rename", "plain.tar"]);
    assert_eq!(
        (told.code, &*told.stdout),
        (1, "plain.tar: Men<FC>.txt → Menü.txt: not UTF-8, read as iso-8859-1\n")
    );
    assert!(told.stderr.ends_with("1 of 1 name in archives; they are only told\n"), "{told:?}");
    for (name, packer) in [("b.tar.bz2", "bzip2"), ("x.tar.xz", "xz")] {
        let told = run(&files, &[name]);
        let why = format!(
            "placemat: {name}: an archive of {packer}, which is not read: its names are not known\n"
        );
        assert_eq!((told.code, told.stderr), (2, why));
    }
    // What is found in a folder is not looked into.
    fs::remove_file(files.path().join("plain.tar")).unwrap();
    assert_eq!(run(&files, &["-z", "."]), Run::quiet(0));
}

#[test]
fn what_is_in_two_of_the_paths_is_renamed_once() {
    for paths in [&[".", "."][..], &[".", "d"], &["d", "."], &["d", "./d"]] {
        let files = folder(&[]);
        fs::create_dir(files.path().join("d")).unwrap();
        write(&files, b"d/\xE9");
        let told = run(&files, &[&["--rename"], paths].concat());
        assert_eq!(told.code, 0, "{told:?}");
        assert!(told.stderr.starts_with("placemat: renamed 1 of "), "{told:?}");
    }
}

/// What is named beside a folder that it is in is named all the same, and what is in folders is renamed before them.
#[test]
fn what_is_named_and_met_below_another_path() {
    let files = folder(&[]);
    let make = "
import tarfile, io
with tarfile.open('a.tar', 'w', encoding='latin1', format=tarfile.GNU_FORMAT) as file:
    file.addfile(tarfile.TarInfo('Men\u{FC}.txt'), io.BytesIO(b''))
";
    let python =
        Command::new("python3").args(["-c", make]).current_dir(files.path()).output().unwrap();
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    for paths in [&[".", "a.tar"][..], &["a.tar", "."]] {
        let told = run(&files, paths);
        assert!(told.code == 1 && told.stdout.contains("a.tar: Men<FC>.txt"), "{told:?}");
    }
    fs::remove_file(files.path().join("a.tar")).unwrap();
    let told = run(&files, &[".", "missing"]);
    assert_eq!((told.code, told.stderr.matches("missing").count()), (2, 1), "{told:?}");

    // A slash leads to what is behind a link.
    let other = folder(&[]);
    write(&other, b"\xE9");
    std::os::unix::fs::symlink(other.path(), files.path().join("link")).unwrap();
    for paths in [&[".", "link/"][..], &["link", "link/"]] {
        assert_eq!(run(&files, paths).stdout, "link/<E9> → link/é: not UTF-8\n", "{paths:?}");
    }
    fs::remove_file(files.path().join("link")).unwrap();

    let folder = files.path().join(OsStr::from_bytes(b"\xE9"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(OsStr::from_bytes(b"\xFC")), "").unwrap();
    let inner = Path::new(OsStr::from_bytes(b"\xE9/\xFC"));
    let told = Command::new(env!("CARGO_BIN_EXE_placemat"))
        .args(["names", "--rename"])
        .args([inner, Path::new(".")])
        .current_dir(files.path())
        .output()
        .unwrap();
    assert_eq!(told.status.code(), Some(0), "{told:?}");
    assert!(files.path().join("é/ü").exists());
}
