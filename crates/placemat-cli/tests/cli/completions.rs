//! Completions and manual pages know what can be typed.

#[cfg(unix)]
use crate::common::folder;
use crate::common::placemat;
#[cfg(unix)]
use std::process::Command;

#[test]
fn completions_know_encodings_profiles_and_policies() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = placemat(&["completions", shell]).run();
        assert_eq!((script.code, script.stderr.as_str()), (0, ""), "{shell}");
        let lists = !matches!(shell, "elvish" | "powershell");
        for value in ["shift_jis", "utf-8-rfc2279", "mysql-utf8mb3", "backslashreplace", "auto"] {
            assert!(script.stdout.contains(value) || !lists, "{shell}: {value}");
        }
    }
}

/// What a shell offers behind a line that was begun.
#[cfg(unix)]
fn offered(shell: &str, script: &str) -> Option<String> {
    let files = folder(&[]);
    let completions = placemat(&["completions", shell]).run().stdout;
    std::fs::write(files.path().join("script"), completions).unwrap();
    let output =
        Command::new(shell).args(["-c", script]).current_dir(files.path()).output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
#[cfg(unix)]
fn shells_offer_them() {
    let complete = |words: &str, last: usize| {
        format!(
            ". ./script; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _placemat placemat ${{COMP_WORDS[{last}]}} ${{COMP_WORDS[{last}-1]}}; echo ${{COMPREPLY[*]}}"
        )
    };
    let bash = |words, last| offered("bash", &complete(words, last)).unwrap();
    assert_eq!(bash("placemat convert --from shift", 3), "shift_jis\n");
    assert_eq!(bash("placemat check --profile my", 3), "mysql-utf8mb3\n");
    assert_eq!(bash("placemat fix --policy rem", 3), "remove\n");
    // Where there is this shell.
    let fish = "source script; complete -C 'placemat convert -f shift'";
    if let Some(words) = offered("fish", fish) {
        assert_eq!(words, "shift_jis\n");
    }
}

#[test]
fn every_command_has_a_page_with_examples() {
    let help = placemat(&["--help"]).run().stdout;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list =
        list.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let commands: Vec<&str> = list.filter(|&name| name != "help").collect();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        let page = placemat(&["man", command]).run();
        assert_eq!((page.code, page.stderr.as_str()), (0, ""), "{command}");
        assert!(page.stdout.contains("Examples:"), "{command}");
    }
    assert!(placemat(&["man"]).run().stdout.contains("Examples:"));
}
