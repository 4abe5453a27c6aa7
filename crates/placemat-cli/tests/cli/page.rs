//! `--report FILE.html`: the page is whole, says what is wrong, and nothing of a file or a name is markup.

use crate::common::{Run, folder, golden, leftovers, placemat};
use std::fs;
use tempfile::TempDir;

/// Runs the tool in the folder, with a page as `r.html`.
fn page(files: &TempDir, args: &[&str]) -> (Run, String) {
    let args = [args, &["--report", "r.html"]].concat();
    let run = placemat(&args).folder(files).env("SOURCE_DATE_EPOCH", "951782400").run();
    assert_eq!(leftovers(files.path()), Vec::<std::path::PathBuf>::new());
    let page = fs::read_to_string(files.path().join("r.html")).unwrap();
    assert_static(&page);
    (run, page)
}

/// The elements that pages have.
const ELEMENTS: &str = " html head meta title style body header main footer section h1 h2 h3 p span i b time \
    bdi mark del ins code strong dl div dt dd ul li details summary table caption thead tbody tr th td svg rect path ";

/// The attributes that they have.
const ATTRIBUTES: &str = " lang dir charset http-equiv content name class aria-hidden aria-label role tabindex \
    viewBox preserveAspectRatio x y width height d scope colspan open data-of ";

/// Asserts that a page has the elements and attributes that pages have, each closed where it should be, and
/// a policy that lets nothing in.
fn assert_static(page: &str) {
    let policy = "content=\"default-src &#39;none&#39;".replace("&#39;", "'");
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n"));
    assert!(page.contains(&policy) && page.ends_with("</footer>\n</body>\n</html>\n"));
    let (mut open, mut rest) = (Vec::new(), &page["<!DOCTYPE html>".len()..]);
    while let Some(at) = rest.find('<') {
        let (text, tag) = (&rest[..at], &rest[at + 1..]);
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
        let (tag, behind) = tag.split_once('>').unwrap();
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let name = name.trim_end_matches('/');
        assert!(ELEMENTS.contains(&format!(" {name} ")), "<{tag}>");
        for (nth, part) in attributes.trim_end_matches('/').split('"').enumerate() {
            let attribute = part.trim().trim_end_matches('=');
            let last = attribute.split(' ').next_back().unwrap_or_default();
            let known = ATTRIBUTES.contains(&format!(" {last} "));
            assert!(nth % 2 == 1 || last.is_empty() || known, "{last} of <{tag}>");
        }
        if !tag.ends_with('/') && name != "meta" {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

/// The page without its style, which changes more often than what it says.
fn unstyled(page: &str) -> String {
    let (start, rest) = page.split_once("style-src '").unwrap();
    let (_, rest) = rest.split_once('\'').unwrap();
    let (middle, rest) = rest.split_once("<style>").unwrap();
    let (_, end) = rest.split_once("</style>").unwrap();
    format!("{start}style-src ''{middle}<style></style>{end}")
}

fn notes() -> TempDir {
    folder(&[
        ("a.txt", "naïve\n".as_bytes()),
        ("b.txt", b"ok\ncaf\xE9 & <b>\n\xC0\xAF \xED\xA0\x80 x\n"),
        ("c.txt", b"\xFF\xFEG\0r\0\xFC\0\n\0"),
    ])
}

#[test]
fn check() {
    let files = notes();
    let plain = placemat(&["check", "a.txt", "b.txt", "c.txt"]).folder(&files).run();
    let (run, page) = page(&files, &["check", "a.txt", "b.txt", "c.txt"]);
    assert_eq!(run, plain, "the page changes nothing else");
    golden("page-check.html", &unstyled(&page));
}

#[test]
fn fix() {
    let files = notes();
    let (run, would) = page(&files, &["fix", "-n", "--fallback=windows-1252", "a.txt", "b.txt"]);
    assert_eq!(run.code, 1);
    assert!(would.contains("6 changes would mend 1 of 2 files"));
    assert!(would.contains(
        "caf<del><mark><span class=\"unseen\">byte </span>E9</mark></del> &amp; &lt;b&gt;</p>"
    ));
    assert!(would.contains("caf<ins>é</ins> &amp; &lt;b&gt;</p>"));
    let (run, done) = page(&files, &["fix", "-i", "--fallback=windows-1252", "a.txt", "b.txt"]);
    assert_eq!(
        (run.code, fs::read(files.path().join("b.txt")).unwrap()[4..9].to_vec()),
        (0, b"af\xC3\xA9 ".to_vec())
    );
    assert!(done.contains("6 changes have mended 1 of 2 files"));
    let lines = |page: &str| {
        page.split("<ul class=\"hits\">").nth(1).unwrap().split("</ul>").next().unwrap().to_owned()
    };
    assert_eq!(lines(&done), lines(&would), "what would be is what is");
    // A format, as it was written before there were pages.
    for format in [&["--report=json"][..], &["--report", "json"], &["--format=json"]] {
        let run = placemat(&[&["fix", "-n", "c.txt", "--binary=fix"], format].concat())
            .folder(&files)
            .run();
        assert!(run.stdout.starts_with("{\"type\":\"change\",") && run.code == 1, "{run:?}");
    }
    assert!(!files.path().join("json").exists());
}

#[test]
fn stats_and_detect() {
    let files = notes();
    let (run, counted) = page(&files, &["stats", "a.txt", "b.txt"]);
    assert_eq!(run.code, 0);
    assert!(counted.contains("23 code points and 6 malformed subparts in 2 files"));
    assert!(counted.contains("Latin-1 Supplement"));
    let (run, found) = page(&files, &["detect", "a.txt", "c.txt"]);
    assert_eq!(run.code, 0);
    assert!(found.contains("All 2 files are identified") && found.contains("the signature FF FE"));
}

#[test]
fn what_a_profile_refuses_is_marked() {
    let files = folder(&[("a.rs", "let x = \"\u{202E}\"; // \u{200B}\n".as_bytes())]);
    let (run, page) = page(&files, &["check", "--profile=source", "a.rs"]);
    assert_eq!(run.code, 1);
    assert!(page.contains("The text has what source refuses"));
    assert!(
        page.contains("let x = &quot;<mark class=\"refused\"><i class=\"cp\">U+202E</i></mark>")
    );
}

#[test]
fn text_in_another_encoding() {
    let files = folder(&[("a", b"\x82\xA0\x82\n\x82\xA2\xFF\n")]);
    let (run, page) = page(&files, &["check", "--as=shift_jis", "a"]);
    assert_eq!(run.code, 1);
    assert!(page.contains("The text is not shift_jis"), "{page}");
    assert!(page.contains("あ<mark>"));
}

#[test]
#[cfg(unix)]
fn nothing_of_a_file_or_a_name_is_markup() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let marks = "e\u{301}".repeat(80);
    let names: [&[u8]; 6] = [
        b"<img src=x onerror=alert(1)>.txt",
        b"<title><style><script>alert(2)<\xFF.txt",
        b"a\nb\xE2\x80\xAEc.txt",
        b"\" onmouseover=\"alert(3).txt",
        b"&lt;&amp;'`x`.txt",
        marks.as_bytes(),
    ];
    let text = b"<script>alert(1)</script>\xFF\n</style></title><svg onload=alert(3)>\xC0\n\
        \xE2\x80\xAE<!-- \xED\xA0\x80 --> ]]> &amp; \" ' ` \x00\x1B[31m\xFE\n\xEF\xBB\xBF\xE2\x80\x8B\xFF";
    let files = folder(&[]);
    for name in names {
        fs::write(files.path().join(OsStr::from_bytes(name)), text).unwrap();
    }
    fs::write(
        files.path().join("marks"),
        ["e".as_bytes(), "\u{301}".repeat(100_000).as_bytes(), b"\xFF"].concat(),
    )
    .unwrap();
    for args in [
        &["check", "--binary=check", "."][..],
        &["check", "--binary=check", "--profile=source,filename", "."],
        &["fix", "-n", "--binary=fix", "."],
        &["stats", "."],
        &["detect", "."],
    ] {
        let (_, page) = page(&files, args);
        let acts = |c: char| {
            c.is_control() && c != '\n' && c != '\t'
                || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{FEFF}')
        };
        assert!(!page.contains(acts), "{args:?}");
        assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;.txt"), "{args:?}");
        assert!(!page.contains(&"\u{301}".repeat(7)));
    }
}

/// However much there is: the page stays small, and says what it leaves out.
#[test]
fn much_is_summed_up() {
    let files = folder(&[("many", &b"\xFF\x80x \xE9\n".repeat(300_000))]);
    fs::write(files.path().join("long"), b"\xC0\xAF<".repeat(200_000)).unwrap();
    for n in 0..1500 {
        fs::write(files.path().join(format!("{n:04}")), b"a\xE9b\n".repeat(n % 7 + 1)).unwrap();
    }
    let (run, checked) = page(&files, &["check", "--max-errors=1", "."]);
    assert_eq!(run.code, 1);
    assert!(checked.len() < 1 << 20, "{}", checked.len());
    assert!(checked.contains("None of 1,502 files is UTF-8"));
    assert!(checked.contains("1,402 more files with errors are counted, and not shown here"));
    // The worst first, and the rest folded.
    let first =
        checked.find("<bdi>./many</bdi>").or_else(|| checked.find("<bdi>many</bdi>")).unwrap();
    assert!(first < checked.find("long</bdi>").unwrap());
    assert_eq!(checked.matches("<details class=\"file\" open>").count(), 12);
    let (_, fixed) = page(&files, &["fix", "-n", "--policy=replace", "."]);
    assert!(fixed.len() < 1 << 20 && fixed.contains("more files are counted, and not shown here"));
}

/// The same page whether threads share the file or one reads it, and from a pipe.
#[test]
fn pieces_join() {
    let line =
        |n: usize| [&vec![b'a'; n % 80][..], "日本".as_bytes(), &vec![0xFF; n % 5], b"\n"].concat();
    let text: Vec<u8> = (0..100_000).flat_map(line).collect();
    let files = folder(&[("big", &text)]);
    let body = |page: &str| {
        page.split("<main>").nth(1).unwrap().split("<footer>").next().unwrap().to_owned()
    };
    let [one, four] =
        ["-j1", "-j4"].map(|threads| body(&page(&files, &["check", threads, "big"]).1));
    assert!(one == four);
    let piped = placemat(&["check", "-", "--report=r.html"]).folder(&files).stdin(&text).run();
    assert_eq!(piped.code, 1);
    let piped = body(&fs::read_to_string(files.path().join("r.html")).unwrap());
    let (piped, one) = (piped.replace("standard input", "<bdi>big</bdi>"), one);
    let differs = piped.lines().zip(one.lines()).find(|(piped, one)| piped != one);
    assert_eq!(differs, None);
}

/// What else is asked for is told as without a page, and the page is about all that there is.
#[test]
fn beside_other_options() {
    let files = folder(&[("a.csv", b"n\tm\n1\tcaf\xE9\n2\t\xFF\n"), ("b.txt", b"fine\n")]);
    for options in [
        &["-q"][..],
        &["-l"],
        &["-l0"],
        &["--clean-files"],
        &["--max-errors=0"],
        &["--csv=tab"],
        &["--profile=xml,postgres"],
        &["--format=json"],
        &["--format=sarif"],
        &["--format=github"],
    ] {
        let args = [&["check", "a.csv", "b.txt"], options].concat();
        let plain = placemat(&args).folder(&files).run();
        let (run, page) = page(&files, &args);
        assert_eq!((run.code, &run), (1, &plain));
        let both = page.contains("Line 2</strong>") && page.contains("Line 3</strong>");
        assert!(both && page.contains("1 of 2 files is not UTF-8"), "{options:?}");
    }
}

/// Who types the name of what is to be checked in the place of that of the page does not lose it.
#[test]
fn no_file_is_replaced_but_an_earlier_page() {
    const OWN: &[u8] = b"<!DOCTYPE html>\n<html lang=\"en\"><title>mine</title></html>\n";
    let files = folder(&[("a", b"\xFF"), ("own.html", OWN), ("r.html", b"")]);
    for command in [&["check"][..], &["fix", "-n"], &["stats"], &["detect"]] {
        for (name, what) in [
            ("own.html", "own.html: it is there, and "),
            ("a", "a: it is there"),
            ("-", "--report "),
        ] {
            let report = ["--report", name, "a"];
            let run = placemat(&[command, &report].concat()).folder(&files).run();
            assert_eq!((run.code, &*run.stdout), (2, ""), "{command:?} {name}");
            assert!(run.stderr.starts_with(&format!("placemat: {what}")), "{}", run.stderr);
        }
        // An empty one, and then a page.
        page(&files, &[command, &["a"]].concat());
    }
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    assert_eq!((read("a"), read("own.html")), (b"\xFF".to_vec(), OWN.to_vec()));
    assert!(!files.path().join("-").exists());
    for output in ["r.html", "./r.html", "new", "./new"] {
        let report = format!("--report={}", output.trim_start_matches("./"));
        let run = placemat(&["fix", "-o", output, &report, "a"]).folder(&files).run();
        assert!(run.code == 2 && run.stderr.contains("than that of -o"), "{run:?}");
    }
    assert!(read("r.html").starts_with(b"<!DOCTYPE") && !files.path().join("new").exists());
}

/// What the same run has written is no earlier page, even if nothing was there before.
#[test]
fn the_page_replaces_nothing_that_its_own_run_writes() {
    const OLD: &[u8] = b"caf\xE9\n";
    let files = folder(&[("a", OLD)]);
    let mend = ["fix", "-q", "--fallback=latin1"];
    let log = ["-i", "--log=log", "--report=./log", "a"];
    let run = placemat(&[&mend[..], &log].concat()).folder(&files).run();
    assert!(run.code == 2 && run.stderr.contains("than that of --log"), "{run:?}");
    let kept = ["-i.html", "--report=a.html", "a"];
    let run = placemat(&[&mend[..], &kept].concat()).folder(&files).run();
    let told = "placemat: a.html: it is there, and is no page of an earlier --report";
    assert!(run.code == 2 && run.stderr.starts_with(told), "{run:?}");
    assert_eq!(fs::read(files.path().join("a.html")).unwrap(), OLD);
    assert_eq!(leftovers(files.path()), Vec::<std::path::PathBuf>::new());
}

/// A page is made, and files are mended, whether or not anybody reads what is told of that.
#[test]
fn nobody_listens() {
    let files = folder(&[]);
    for args in [
        &["check", "."][..],
        &["fix", "-n", "."],
        &["fix", "-i", "--policy=replace", "--no-backup", "."],
        &["stats", "."],
        &["detect", "."],
    ] {
        for n in 0..40 {
            fs::write(files.path().join(format!("{n}")), b"caf\xE9 \xFF\n".repeat(400)).unwrap();
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(args).arg("--report=r.html").current_dir(&files).stdout(writer);
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
        let page = fs::read_to_string(files.path().join("r.html")).unwrap();
        assert!(page.contains("40") && page.contains("files"), "{args:?}");
        fs::remove_file(files.path().join("r.html")).unwrap();
        let mended =
            fs::read(files.path().join("39")).unwrap().starts_with("caf\u{FFFD}".as_bytes());
        assert_eq!(mended, args.contains(&"-i"));
    }
}

#[test]
fn what_cannot_be_written_is_said_before_the_work_begins() {
    let files = folder(&[("a", b"\xFF"), ("d/x", b"")]);
    for (args, what) in [
        (&["check", "--report=d", "a"][..], "placemat: d: "),
        (&["check", "--report=none/r.html", "a"], "placemat: none/r.html: "),
        (&["fix", "-i", "--policy=replace", "--report=d", "a"], "placemat: d: "),
        (&["stats", "--report=d", "a"], "placemat: d: "),
        (&["detect", "--report=d", "a"], "placemat: d: "),
    ] {
        let run = placemat(args).folder(&files).run();
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
        assert!(run.stderr.starts_with(what) && run.stderr.lines().count() == 1, "{}", run.stderr);
        assert_eq!(fs::read(files.path().join("a")).unwrap(), b"\xFF");
    }
    #[cfg(target_os = "linux")]
    {
        let run = placemat(&["check", "--report=/dev/full", "a"]).folder(&files).run();
        assert_eq!((run.code, run.stderr.contains("/dev/full: ")), (2, true), "{run:?}");
    }
    fs::write(files.path().join("b"), "{\"type\":\"summary\"}").unwrap();
    let run = placemat(&["check", "--report=r.html", "--baseline=b", "a"]).folder(&files).run();
    assert!(run.code == 2 && run.stderr.contains("--baseline"), "{run:?}");
    assert!(!files.path().join("r.html").exists());
    let args = ["fix", "-n", "--csv", "--null-invalid", "--report=r.html", "a"];
    let run = placemat(&args).folder(&files).run();
    assert!(
        run.code == 2
            && run.stderr.contains("have no page")
            && !files.path().join("r.html").exists()
    );
}
