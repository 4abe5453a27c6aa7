//! Runs the tool on a folder of files.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use tempfile::TempDir;

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Compares with `golden/NAME`; `UPDATE_GOLDEN=1` writes it anew.
pub(crate) fn golden(name: &str, found: &str) {
    let path = format!("{}/tests/cli/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let found = found.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    assert!(found == expected, "{name}: found\n{found}\nexpected\n{expected}");
}

/// A command to be run.
pub(crate) struct Placemat {
    command: Command,
    stdin: Option<Vec<u8>>,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Nothing was printed.
    pub(crate) fn quiet(code: i32) -> Self {
        Self { code, stdout: String::new(), stderr: String::new() }
    }
}

/// The tool with these arguments.
pub(crate) fn placemat<S: AsRef<OsStr>>(args: &[S]) -> Placemat {
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    command.args(args);
    Placemat::of(command)
}

impl Placemat {
    fn of(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in ["PLACEMAT_LEVEL", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        Self { command, stdin: None }
    }

    pub(crate) fn folder(self, folder: &TempDir) -> Self {
        self.in_folder(folder.path())
    }

    pub(crate) fn in_folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn stdin(mut self, bytes: &[u8]) -> Self {
        self.command.stdin(Stdio::piped());
        self.stdin = Some(bytes.to_vec());
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn spawn(mut self) -> Child {
        self.command.spawn().unwrap()
    }

    pub(crate) fn run(mut self) -> Run {
        let mut child = self.command.spawn().unwrap();
        let writer = self.stdin.map(|bytes| {
            let mut pipe = child.stdin.take().unwrap();
            // It may end before it has read all.
            thread::spawn(move || _ = pipe.write_all(&bytes))
        });
        let output = child.wait_with_output().unwrap();
        writer.map(JoinHandle::join);
        let text = |bytes| String::from_utf8(bytes).expect("a report is UTF-8");
        Run {
            code: output.status.code().expect("it was not killed"),
            stdout: as_unix_says(text(output.stdout)),
            stderr: as_unix_says(text(output.stderr)),
        }
    }
}

/// A word as the tool quotes it for a shell of this system.
pub(crate) fn quoted(word: &str) -> String {
    match cfg!(windows) {
        true => format!("\"{word}\""),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A command that the tool has printed, for a shell, as whoever copies it types it.
#[cfg(unix)]
pub(crate) fn shell(command: &str) -> Placemat {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("placemat() {{ \"$TOOL\" \"$@\"; }}; {command}")]);
    shell.env("TOOL", env!("CARGO_BIN_EXE_placemat"));
    Placemat::of(shell)
}

#[cfg(windows)]
pub(crate) fn shell(command: &str) -> Placemat {
    use std::os::windows::process::CommandExt;
    // What PowerShell takes for a comment, cmd does not.
    let command = command.split("  #").next().unwrap();
    let tool = Path::new(env!("CARGO_BIN_EXE_placemat"));
    let mut shell = Command::new("cmd");
    shell.raw_arg(format!("/d /s /c \"{command}\"")).env("PATH", tool.parent().unwrap());
    Placemat::of(shell)
}

/// What a machine must be able to do, or the tests fail: continuous integration
/// names it in PLACEMAT_EXPECT. Elsewhere what is impossible is skipped, loudly.
#[cfg(unix)]
pub(crate) fn skipped(what: &str) {
    let expected = std::env::var("PLACEMAT_EXPECT").unwrap_or_default();
    assert!(!expected.split(' ').any(|word| word == what), "{what} is expected, and impossible");
    eprintln!("SKIPPED: this machine cannot do {what}; PLACEMAT_EXPECT={what} would make it fail");
}

/// What Windows says of a missing file, in the words of others: it is 2 for both.
fn as_unix_says(told: String) -> String {
    if cfg!(unix) {
        return told;
    }
    let missing = std::io::Error::from_raw_os_error(2).to_string();
    let (missing, _) = missing.split_once(" (os error").unwrap();
    told.replace(missing, "No such file or directory")
}

/// The unfinished files in a folder.
pub(crate) fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let left =
        entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b".placemat-"));
    left.map(|entry| entry.path()).collect()
}

/// A script, whose `$0` is the tool, where it may mount disks that nobody else sees; none, if this machine cannot do
/// that, for which the script exits with 77.
#[cfg(unix)]
pub(crate) fn sh_with_mounts(files: &TempDir, script: &str) -> Option<Output> {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script]);
    command.arg(env!("CARGO_BIN_EXE_placemat")).current_dir(files.path());
    let output = command.output().ok()?;
    let is_possible = output.status.code() != Some(77) && !output.stderr.starts_with(b"unshare: ");
    is_possible.then_some(output)
}

/// The tool run in a folder by a user who is not the superuser, who may do everything;
/// none, if this machine cannot do that.
#[cfg(unix)]
pub(crate) fn as_nobody(files: &TempDir, args: &[&str]) -> Option<Child> {
    let words: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    sh_as_nobody(files, &format!(r#"exec "$0" {}"#, words.join(" ")))
}

/// The same for a script, whose `$0` is the tool.
#[cfg(unix)]
pub(crate) fn sh_as_nobody(files: &TempDir, script: &str) -> Option<Child> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let root = fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0);
    // Where the tool was built, nobody may look: another name, or a copy, removed when it runs.
    let of_all = tempfile::tempdir().unwrap();
    let tool = of_all.path().join("placemat");
    let mut command = if root { Command::new("setpriv") } else { Command::new("sh") };
    if root {
        let open = fs::Permissions::from_mode(0o755);
        if fs::hard_link(env!("CARGO_BIN_EXE_placemat"), &tool).is_err() {
            // By another process: what this one had open, one that a test starts just then
            // would have open, too, and what is open to be written cannot be run.
            let mut copy = Command::new("cp");
            assert!(
                copy.arg(env!("CARGO_BIN_EXE_placemat")).arg(&tool).status().unwrap().success()
            );
        }
        fs::set_permissions(&tool, open.clone()).unwrap();
        fs::set_permissions(of_all.path(), open.clone()).unwrap();
        if fs::metadata(files.path()).unwrap().mode() & 0o5 != 0o5 {
            fs::set_permissions(files.path(), open).unwrap();
        }
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "sh"]);
    }
    command.args(["-c", script]).arg(if root {
        &*tool
    } else {
        Path::new(env!("CARGO_BIN_EXE_placemat"))
    });
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.current_dir(files.path()).spawn().ok()?;
    let exe = format!("/proc/{}/exe", child.id());
    while root
        && child.try_wait().unwrap().is_none()
        && fs::read_link(&exe).is_ok_and(|at| at != tool)
    {
        thread::yield_now();
    }
    Some(child)
}
