//! The command-line tool `placemat`: files, flags, rendering and exit codes.
//! What UTF-8 is, and what is wrong with it, only the library knows.

#![deny(unsafe_code)]

mod args;
mod check;
mod coding;
mod convert;
mod detect;
mod explain;
mod fix;
mod guard;
mod identify;
mod input;
mod level;
mod names;
mod outcome;
mod output;
mod pieces;
mod print;
#[cfg(test)]
mod random;
mod report;
mod rules;
mod settings;
mod standard;
mod stats;
mod workers;

use anstream::{AutoStream, ColorChoice};
use args::{Cli, Command};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use outcome::Outcome;
use print::escape;
use print::say::{self, say, what};
use standard::Stdout;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    end_with_any_thread();
    ExitCode::from(end(run(parse())) as u8)
}

/// Makes a panic, which is a defect, end the process as trouble does: threads that wait for
/// the one that panics would wait for ever.
fn end_with_any_thread() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        report(info);
        output::remove_unfinished();
        std::process::exit(Outcome::Trouble as i32);
    }));
}

/// What came of it; trouble is told.
fn end(result: Result<Outcome, Box<dyn std::error::Error>>) -> Outcome {
    let outcome = result.unwrap_or_else(|trouble| {
        say(trouble);
        Outcome::Trouble
    });
    // Who cannot hear what was said is to see that something was.
    if say::is_lost() { Outcome::Trouble } else { outcome }
}

/// What was typed. The parser quotes what it does not understand as it is; with `*` an
/// argument can be the name of any file, and that is made safe to print.
fn parse() -> Cli {
    let hostile = |argument: std::ffi::OsString| {
        let text = String::from_utf8_lossy(argument.as_encoded_bytes()).into_owned();
        text.contains(escape::is_unsafe)
    };
    Cli::try_parse_from(args::typed()).unwrap_or_else(|mut error| {
        advise(&mut error);
        if error.use_stderr() && std::env::args_os().any(hostile) {
            say(error.render().to_string().trim_end());
            std::process::exit(error.exit_code());
        }
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand)
            && std::path::Path::new(typed).exists()
        {
            say(format_args!(
                "{typed} is no command, but a file or a folder: `placemat check {typed}` finds what is not \
                 UTF-8 in it, `placemat detect {typed}` says what it is in"
            ));
            std::process::exit(error.exit_code());
        }
        if error.use_stderr() {
            error.exit()
        }
        // Help, or the version.
        let text = error.render();
        let text = match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => text.to_string(),
            _ => text.ansi().to_string(),
        };
        let printed = printed(print(|out| out.write_all(text.as_bytes())));
        std::process::exit(end(printed) as i32)
    })
}

/// Says what most mean who leave out the encodings of `convert`.
fn advise(error: &mut clap::Error) {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return };
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return;
    }
    let tips = [
        ("--from <ENC>", "-f auto reads each input as what it looks like"),
        ("--to <ENC>", "-t utf-8 makes it UTF-8"),
    ];
    let tips = tips.into_iter().filter(|(arg, _)| missing.iter().any(|it| it == arg));
    let tips: Vec<_> = tips.map(|(_, tip)| tip.into()).collect();
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}

fn run(cli: Cli) -> Result<Outcome, Box<dyn std::error::Error>> {
    level::force_from_environment()?;
    let written = match cli.command {
        Command::Check(args) => {
            return Ok(check::run(&settings::Check::resolve(*args, cli.color)?));
        }
        Command::Encodings { labels } => print(|out| coding::encodings(labels, out)),
        Command::Convert(args) if args.list => print(coding::list),
        Command::Convert(args) => {
            return Ok(convert::run(&settings::Convert::resolve(*args)?));
        }
        Command::Fix(args) => {
            return Ok(fix::run(&settings::Fix::resolve(*args, cli.color)?));
        }
        Command::Guard(args) => {
            return Ok(guard::run(&settings::Guard::resolve(args, cli.color)?));
        }
        Command::Detect(args) => return detect::run(&settings::Detect::resolve(args, cli.color)?),
        Command::Explain(args) => {
            return explain::run(&settings::Explain::resolve(args, cli.color)?);
        }
        Command::Stats(args) => return stats::run(&settings::Stats::resolve(*args, cli.color)?),
        Command::Names(args) => return names::run(args),
        Command::Undo(args) => return Ok(output::undo(&args.log, &args.paths)?),
        Command::Rules(args) => {
            let project = settings::Project::resolve(&args.project)?;
            print(|out| rules::show(&args.paths, &project, out))
        }
        Command::Completions { shell } => print(|out| {
            clap_complete::generate(shell, &mut Cli::command(), "placemat", out);
            Ok(())
        }),
        Command::Man { command } => {
            let page = args::man_page(command.as_deref())?;
            print(|out| page.render(out))
        }
    };
    printed(written)
}

/// What came of printing something. A reader that goes away has all that it wants.
fn printed(written: io::Result<()>) -> Result<Outcome, Box<dyn std::error::Error>> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("standard output: {}", what(&error)).into())
        }
        _ => Ok(Outcome::Clean),
    }
}

/// Writes what `make` makes to standard output, in one go: a generator may
/// not be ready for a reader that goes away.
fn print(make: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut text = Vec::new();
    make(&mut text)?;
    Stdout.write_all(&text)
}
