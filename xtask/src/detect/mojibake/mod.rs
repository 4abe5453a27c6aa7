//! How good the judge of mojibake is, and how fast: the tables of docs/mojibake.md.

mod cases;
mod judge;
mod lost;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cases::Case;
use judge::Answer;
use placemat_detect::mojibake;

use super::sources::Split;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Judge the languages for testing, and write the tables of docs/mojibake.md; else those for
    /// tuning are judged, and nothing is written
    #[arg(long)]
    test: bool,
    /// Show so many wrong answers of each row; of tests, none is ever shown
    #[arg(long, default_value_t = 0, conflicts_with = "test")]
    wrong: usize,
    /// A Python that has ftfy
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Judge what becomes of letters of which a byte was lost, in the texts of a split, and nothing else; without one, in
    /// languages that the model lacks
    #[arg(long, num_args = 0..=1)]
    lost: Option<Option<Split>>,
    /// Measure the speed, and nothing else: with `cargo run --release -p xtask --`
    #[arg(long)]
    speed: bool,
}

/// The tables are between these.
const MARKS: [&str; 2] = ["<!-- cargo xtask detect mojibake --test -->", "<!-- end -->"];

pub(super) fn run(options: &Options) -> Result<()> {
    if options.speed {
        return speed();
    }
    if let Some(split) = options.lost {
        return lost::run(split, options.wrong);
    }
    let languages = cases::sentences(options.test)?;
    let mut tables = String::new();
    let mut told = Vec::new();
    for (what, cases) in
        [("cases", cases::pieces(&languages)), ("places", cases::places(options.test))]
    {
        let texts: Vec<&str> = cases.iter().map(|case| &*case.damaged).collect();
        let answers = judge::answers(&texts, &options.python);
        let cases: Vec<_> = cases.into_iter().zip(answers).collect();
        tables += &table(what, &cases, options.wrong);
        tables += "\n";
        told.extend(cases);
    }
    tables += &confidence(&told);
    tables += "\n| clean | texts | changed | `--lossy` | ftfy | `--lossy`, not ftfy |\n|---|--:|--:|--:|--:|--:|\n";
    for (what, texts) in [
        ("words, in capitals too, with signs around", cases::clean_words(&languages)),
        (
            "sentences, in capitals too, with quotation marks and dashes",
            cases::clean_sentences(&languages),
        ),
    ] {
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        tables += &clean(what, &texts, &judge::answers(&texts, &options.python), options.wrong);
    }
    print!("{tables}");
    if !options.test {
        return Ok(());
    }
    let path = crate::shell::root().join("docs/mojibake.md");
    let page = fs::read_to_string(&path)?;
    let marks = "docs/mojibake.md has no marks for the tables";
    let (before, rest) = page.split_once(MARKS[0]).context(marks)?;
    let (_, behind) = rest.split_once(MARKS[1]).context(marks)?;
    Ok(fs::write(&path, format!("{before}{}\n\n{tables}\n{}{behind}", MARKS[0], MARKS[1]))?)
}

/// Whether this is the text of the case.
fn is_right(case: &Case, answer: &str) -> bool {
    answer == case.text || case.any_case && answer.to_lowercase() == case.text.to_lowercase()
}

/// Per cent right and wrong, by class; what is changed and not right is wrong, but for what was lost.
fn table(what: &str, told: &[(Case, Answer)], show: usize) -> String {
    let mut table = format!(
        "| {what} | | right | wrong | `--lossy` | wrong | ftfy | wrong |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    let mut row = |title: &str, told: &[(Case, Answer)]| {
        _ = write!(table, "| {title} | {} |", told.len());
        for of in [
            |answer: &Answer| Some(answer.proved.clone()),
            |answer: &Answer| Some(answer.guessed.clone()),
            |answer: &Answer| answer.ftfy.clone(),
        ] {
            let (mut right, mut wrong, mut all) = (0, 0, 0);
            for (case, answer) in told {
                let Some(answer) = of(answer) else { continue };
                let is_right = is_right(case, &answer);
                all += 1;
                right += usize::from(is_right);
                let may_be = answer == case.damaged || case.is_but_for_lost(&answer);
                wrong += usize::from(!is_right && !may_be);
            }
            let share = |count: usize| 100.0 * count as f64 / all as f64;
            if all == 0 {
                table += " | |";
            } else {
                _ = write!(table, " {:.1} % | {:.1} % |", share(right), share(wrong));
            }
        }
        table += "\n";
    };
    for told in told.chunk_by(|one, next| one.0.class == next.0.class) {
        row(&told[0].0.class, told);
    }
    row("**all**", told);
    for told in told.chunk_by(|one, next| one.0.class == next.0.class) {
        let wrong = |(case, answer): &&(Case, Answer)| !is_right(case, &answer.guessed);
        for (case, answer) in told.iter().filter(wrong).take(show) {
            let (class, text) = (&case.class, &case.text);
            println!("{class}: {text:?}\n  was {:?}\n  is  {:?}", case.damaged, answer.guessed);
            answer.ftfy.iter().for_each(|ftfy| println!("  ftfy {ftfy:?}"));
        }
    }
    table
}

/// Of answers stated with this confidence, how many are right; without those in which something was
/// lost.
fn confidence(told: &[(Case, Answer)]) -> String {
    let mut table = String::from("| stated | right | texts |\n|--:|--:|--:|\n");
    let mut stated: Vec<(u8, bool)> = Vec::new();
    for (case, answer) in told.iter().filter(|(case, _)| !case.lost) {
        let confidence = judge::confidence(&case.damaged);
        stated.extend(confidence.map(|confidence| (confidence, is_right(case, &answer.proved))));
    }
    stated.sort_unstable();
    for alike in stated.chunk_by(|one, next| one.0 == next.0) {
        let right = alike.iter().filter(|one| one.1).count();
        let share = 100.0 * right as f64 / alike.len() as f64;
        _ = writeln!(table, "| {} % | {share:.1} % | {} |", alike[0].0, alike.len());
    }
    table
}

/// How many texts are changed that should stay.
fn clean(what: &str, texts: &[&str], answers: &[Answer], show: usize) -> String {
    let told: Vec<(&&str, &Answer)> = texts.iter().zip(answers).collect();
    let changed = |is: fn(&str, &Answer) -> bool| {
        told.iter().filter(|(text, answer)| is(text, answer)).count()
    };
    let ftfy = |text: &str, answer: &Answer| answer.ftfy.as_deref().is_some_and(|now| now != text);
    let only = |(text, answer): &&(&&str, &Answer)| {
        answer.guessed != **text && answer.ftfy.as_deref() == Some(**text)
    };
    for (text, answer) in told.iter().filter(only).take(show * 5) {
        println!("clean: {text:?}\n  is  {:?}, {:?}", answer.proved, answer.guessed);
    }
    format!(
        "| {what} | {} | {} | {} | {} | {} |\n",
        texts.len(),
        changed(|text, answer| answer.proved != text),
        changed(|text, answer| answer.guessed != text),
        if answers.iter().any(|answer| answer.ftfy.is_some()) {
            changed(ftfy).to_string()
        } else {
            String::new()
        },
        told.iter().filter(only).count(),
    )
}

/// How long each text is read.
const TIME: Duration = Duration::from_millis(300);

/// Text as it is, and text that was read in windows-1252, in MB/s.
fn speed() -> Result<()> {
    println!("| MB/s | clean | `--lossy` | windows-1252 | `--lossy` |\n|---|--:|--:|--:|--:|");
    for language in [
        "english",
        "german",
        "french",
        "polish",
        "turkish",
        "russian",
        "ukrainian",
        "greek",
        "arabic",
        "japanese",
        "korean",
    ] {
        let text = cases::text(language)?;
        let text = mojibake::repair(&text, mojibake::Options::default()).into_owned();
        let misread = cases::misread(&text, "windows-1252").context("windows-1252 lacks a byte")?;
        print!("| {language} |");
        for text in [&text, &misread] {
            for options in [mojibake::Options::default(), mojibake::Options::lossy()] {
                print!(" {:.0} |", rate(text, options));
            }
        }
        println!();
    }
    Ok(())
}

/// The best rate at which `text` is read.
fn rate(text: &str, options: mojibake::Options) -> f64 {
    let mut out = Vec::with_capacity(2 * text.len());
    let (start, mut best) = (Instant::now(), f64::MAX);
    while start.elapsed() < TIME {
        let now = Instant::now();
        out.clear();
        mojibake::Stream::new(options).push(text.as_bytes(), true, &mut out, &mut |_| ());
        best = best.min(now.elapsed().as_secs_f64());
    }
    text.len() as f64 / best / 1e6
}
