//! The databases themselves are asked what they take: PostgreSQL and MariaDB, started in a folder of
//! their own, by a user without rights, on a socket. Minutes; `cargo xtask trust` runs it.
#![cfg(unix)]

use placemat::utf8;
use placemat_profile::{Checker, Profile};
use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A user who may do nothing: PostgreSQL does not start as the superuser.
const NOBODY: u32 = 65534;

/// A folder of that user.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("placemat-{name}-{}", std::process::id()));
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        if is_root() {
            chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// A program, run by that user.
fn program(name: &Path, arguments: &[&str]) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]).arg(name);
        command
    } else {
        Command::new(name)
    };
    command.args(arguments).env("HOME", "/").current_dir("/").stderr(Stdio::inherit());
    command
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // Asked to end, it leaves nothing behind.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// What it answers to `sql`, once it does.
fn ask(client: &dyn Fn() -> Command, sql: &str) -> String {
    let mut child =
        client().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a client");
    let mut pipe = child.stdin.take().unwrap();
    let sql = sql.to_owned();
    let writer = std::thread::spawn(move || pipe.write_all(sql.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "the client failed");
    String::from_utf8(output.stdout).unwrap()
}

fn wait_for(client: &dyn Fn() -> Command) {
    let since = Instant::now();
    loop {
        let mut client = client();
        let client = client.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if client.args(["-e", "SELECT 1"]).status().is_ok_and(|status| status.success()) {
            return;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "the server does not answer");
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// Says what is not there, unless it must be.
fn skipped(word: &str) {
    let expected = std::env::var("PLACEMAT_EXPECT").unwrap_or_default();
    assert!(!expected.split(' ').any(|known| known == word), "{word} is expected, and not here");
    println!("SKIPPED: {word} is not installed; PLACEMAT_EXPECT={word} would make it fail");
}

/// The first of these that is there.
fn found(places: &[String]) -> Option<PathBuf> {
    places.iter().map(PathBuf::from).find(|path| path.exists())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

fn is_taken(profile: Profile, text: &[u8]) -> bool {
    let mut taken = utf8::is_valid(text);
    Checker::new(profile).push(text, true, &mut |_| taken = false);
    taken
}

/// Every code point alone, surrogates as WTF-8 writes them; every pair of bytes; and some of what people meet.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = (0..=0x10_FFFF_u32)
        .map(|value| match char::from_u32(value) {
            Some(c) => c.to_string().into_bytes(),
            None => vec![0xED, 0x80 | (value >> 6 & 0x3F) as u8, 0x80 | (value & 0x3F) as u8],
        })
        .collect();
    texts.extend((0..=0xFFFF_u16).map(|pair| pair.to_be_bytes().to_vec()));
    let others: [&[u8]; 16] = [
        b"",
        b"a\0b",
        b"\0",
        "é\0".as_bytes(),
        "x😀y".as_bytes(),
        "\u{FFFE}".as_bytes(),
        b"\xC0\x80",
        b"\xF4\x90\x80\x80",
        b"\xE0\x80\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xE2\x82",
        b"caf\xE9 x",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xF0\x80\x80\x80",
        b"a\xF0\x9F\x98",
        b"\x80abc",
    ];
    texts.extend(others.map(<[u8]>::to_vec));
    texts
}

/// What a server took: a `1` or `0` for each text.
fn compare(server: &str, profile: Profile, texts: &[Vec<u8>], taken: &str) {
    let mut wrong = Vec::new();
    for (text, taken) in texts.iter().zip(taken.lines()) {
        if is_taken(profile, text) != (taken == "1") {
            wrong.push(format!("{} ({server}: {taken})", text.escape_ascii()));
        }
    }
    assert_eq!(taken.lines().count(), texts.len());
    assert!(wrong.is_empty(), "{} differ: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

#[test]
#[ignore = "a minute; cargo xtask trust"]
fn postgres() {
    let places: Vec<String> =
        (9..30).rev().map(|version| format!("/usr/lib/postgresql/{version}/bin")).collect();
    let Some(bin) = found(&places) else { return skipped("postgresql") };
    let folder = Folder::new("postgres");
    let data = folder.path("data");
    let socket = folder.0.to_str().unwrap().to_owned();
    let initdb = ["-D", &data, "-E", "UTF8", "--no-locale", "-U", "placemat", "-A", "trust", "-N"];
    let made = program(&bin.join("initdb"), &initdb).stdout(Stdio::null()).status().unwrap();
    assert!(made.success());
    let mut server = program(&bin.join("postgres"), &["-D", &data, "-k", &socket, "-h", "", "-F"]);
    let _server = Server(server.stderr(Stdio::null()).spawn().unwrap());
    let psql = bin.join("psql");
    let client = || {
        let arguments =
            ["-h", &socket, "-U", "placemat", "-d", "postgres", "-qAtX", "-v", "ON_ERROR_STOP=1"];
        program(&psql, &arguments)
    };
    // Of psql, -e has no value: the rest is the name of a database, which -d has said.
    let ready = || {
        let mut command = client();
        command.args(["-c", "SELECT 1"]);
        command
    };
    let since = Instant::now();
    while !ready().stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success() {
        assert!(since.elapsed() < Duration::from_secs(60), "the server does not answer");
        std::thread::sleep(Duration::from_millis(200));
    }
    let since = Instant::now();
    let texts = texts();
    let mut sql = "CREATE FUNCTION takes(b bytea) RETURNS int LANGUAGE plpgsql AS $$ BEGIN \
        PERFORM convert_from(b, 'UTF8'); RETURN 1; EXCEPTION WHEN others THEN RETURN 0; END $$;\n\
        CREATE TABLE texts (id serial, b bytea);\nCOPY texts (b) FROM stdin;\n"
        .to_owned();
    texts.iter().for_each(|text| writeln!(sql, "\\\\x{}", hex(text)).unwrap());
    sql.push_str("\\.\nSELECT takes(b) FROM texts ORDER BY id;\n");
    let version = ask(&client, "SHOW server_version;");
    compare("PostgreSQL", Profile::Postgres, &texts, &ask(&client, &sql));

    // What its parser of JSON says of strings: lone surrogates and control characters.
    let mut strings: Vec<Vec<u8>> = (1..0x80_u8).map(|byte| vec![b'"', byte, b'"']).collect();
    strings.retain(|string| !matches!(string[1], b'"' | b'\\'));
    for string in [
        r"\uD83D",
        r"\uDE00",
        r"\uD83D\uDE00",
        r"\uD83Dx",
        r"\uD83D\n",
        r"\\uD83D",
        r"\uD83D\uD83D\uDE00",
        r"\uDE00\uD83D",
        r"\u00e9",
        r"\uDBFF\uDFFF",
        "é😀",
    ] {
        strings.push(format!("\"{string}\"").into_bytes());
    }
    let mut sql = "CREATE FUNCTION parses(b bytea) RETURNS int LANGUAGE plpgsql AS $$ BEGIN \
        PERFORM convert_from(b, 'UTF8')::jsonb; RETURN 1; EXCEPTION WHEN others THEN RETURN 0; END $$;\n"
        .to_owned();
    strings.iter().for_each(|text| writeln!(sql, "SELECT parses('\\x{}');", hex(text)).unwrap());
    compare("PostgreSQL's JSON", Profile::Json, &strings, &ask(&client, &sql));

    // XML, if it is compiled with libxml2.
    let mut xml: Vec<Vec<u8>> = Vec::new();
    for value in
        (1..0x300).chain(0xD7F0..0xE010).chain(0xFDC0..0x1_0010).chain([0x1_FFFE, 0x10_FFFF])
    {
        let Some(c) = char::from_u32(value) else { continue };
        if !matches!(c, '<' | '&') {
            xml.push(format!("<a>{c}</a>").into_bytes());
        }
        xml.push(format!("<a>&#{value};&#x{value:x};</a>").into_bytes());
    }
    let mut sql = "CREATE FUNCTION xmls(b bytea) RETURNS int LANGUAGE plpgsql AS $$ BEGIN \
        PERFORM xmlparse(content convert_from(b, 'UTF8')); RETURN 1; \
        EXCEPTION WHEN feature_not_supported THEN RETURN 2; WHEN others THEN RETURN 0; END $$;\n"
        .to_owned();
    xml.iter().for_each(|text| writeln!(sql, "SELECT xmls('\\x{}');", hex(text)).unwrap());
    let answers = ask(&client, &sql);
    match answers.starts_with('2') {
        true => println!("SKIPPED: this PostgreSQL has no XML"),
        false => compare("libxml2", Profile::Xml, &xml, &answers),
    }
    let checks = texts.len() + strings.len() + xml.len();
    let seconds = since.elapsed().as_secs_f32();
    println!("PostgreSQL {}: {checks} checks in {seconds:.1} s", version.trim());
}

#[test]
#[ignore = "a minute; cargo xtask trust"]
fn mariadb() {
    let server = found(&["/usr/sbin/mariadbd".to_owned(), "/usr/sbin/mysqld".to_owned()]);
    let install = found(&["/usr/bin/mariadb-install-db".to_owned()]);
    let (Some(server), Some(install)) = (server, install) else { return skipped("mariadb-server") };
    let folder = Folder::new("mariadb");
    let data = format!("--datadir={}", folder.path("data"));
    let socket = format!("--socket={}", folder.path("socket"));
    let arguments = ["--no-defaults", &data, "--auth-root-authentication-method=normal"];
    let mut made = program(&install, &arguments);
    assert!(made.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success());
    let pid = format!("--pid-file={}", folder.path("pid"));
    let mut server =
        program(&server, &["--no-defaults", &data, &socket, &pid, "--skip-networking"]);
    let _server = Server(server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let client = || {
        let arguments = ["--no-defaults", &socket, "-uroot", "-N", "-B"];
        program(Path::new("/usr/bin/mariadb"), &arguments)
    };
    wait_for(&client);
    let since = Instant::now();
    // Well-formed text: what is malformed does not get as far as a column.
    let texts: Vec<Vec<u8>> = texts().into_iter().filter(|text| utf8::is_valid(text)).collect();
    let mut sql = "CREATE DATABASE p; USE p; SET sql_mode='STRICT_ALL_TABLES';\n\
        CREATE TABLE texts (id INT PRIMARY KEY, h VARCHAR(64));\n\
        CREATE TABLE three (id INT PRIMARY KEY, t VARCHAR(64) CHARACTER SET utf8mb3);\n"
        .to_owned();
    for (at, chunk) in texts.chunks(5000).enumerate() {
        let rows: Vec<String> = (chunk.iter().enumerate())
            .map(|(n, text)| format!("({},'{}')", at * 5000 + n, hex(text)))
            .collect();
        writeln!(sql, "INSERT INTO texts VALUES {};", rows.join(",")).unwrap();
    }
    // All at once, with what cannot be stored replaced: what differs was refused.
    sql.push_str(
        "INSERT IGNORE INTO three SELECT id, CONVERT(UNHEX(h) USING utf8mb4) FROM texts;\n\
         SELECT LOWER(HEX(t)) = h FROM texts JOIN three USING (id) ORDER BY id;\n",
    );
    compare("MariaDB", Profile::MysqlUtf8mb3, &texts, &ask(&client, &sql));
    // One by one, under strict rules, an error is an error.
    for (text, taken) in
        [("x😀y", false), ("\u{10000}", false), ("\u{FFFF}é", true), ("a\0b", true)]
    {
        let hex = hex(text.as_bytes());
        let sql = format!(
            "USE p; SET sql_mode='STRICT_ALL_TABLES'; DELETE FROM three; \
             INSERT INTO three VALUES (1, CONVERT(UNHEX('{hex}') USING utf8mb4));\n"
        );
        let mut child =
            client().stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a client");
        child.stdin.take().unwrap().write_all(sql.as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().success(), taken, "{text:?}");
        assert_eq!(is_taken(Profile::MysqlUtf8mb3, text.as_bytes()), taken, "{text:?}");
    }
    let version = ask(&client, "SELECT VERSION();");
    let (checks, seconds) = (texts.len() + 4, since.elapsed().as_secs_f32());
    println!("MariaDB {}: {checks} checks in {seconds:.1} s", version.trim());
}
