//! `placemat detect`: what encoding files are in, and why. The library counts
//! the evidence; languages, which tell legacy encodings, are known here.

mod judge;
mod legacy;
mod report;
mod sample;

use crate::Outcome;
use crate::check::source::{Handle, Input};
use crate::check::walk::{Visit, Walk};
use crate::name::Name;
use crate::say::what;
use crate::settings;
use crate::standard::Stdout;
use judge::Verdict;
use legacy::Model;
use placemat::detect::{Detector, Evidence};
use sample::Sample;
use std::cell::LazyCell;
use std::io::{self, BufWriter, Write};

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// Detects, and reports, all that the settings say.
pub(crate) fn run(settings: &settings::Detect) -> Result<Outcome, Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(Stdout);
    match detect(settings, &mut out).and_then(|outcome| out.flush().map(|()| outcome)) {
        // Nobody reads on: no reason to complain.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Clean),
        Err(error) => Err(format!("standard output: {}", what(&error)).into()),
        Ok(outcome) => Ok(outcome),
    }
}

fn detect(settings: &settings::Detect, out: &mut dyn Write) -> io::Result<Outcome> {
    let (mut uncertain, mut trouble) = (false, false);
    let mut block = vec![0; BLOCK];
    let model = LazyCell::new(Model::load as fn() -> Model);
    for visit in Walk::new(&settings.walk) {
        match visit {
            Visit::File { name, named, size, sparse } => {
                let input = Input::new(name, named, size, sparse);
                match judge_file(&input, &model, &mut block) {
                    Ok(verdict) => {
                        uncertain |= verdict.encoding.is_none();
                        report::write(&input.name, &verdict, settings, out)?;
                    }
                    Err(error) => {
                        trouble = true;
                        say(out, &input.name, &what(&error))?;
                    }
                }
            }
            Visit::Trouble { name, what } => {
                trouble = true;
                say(out, &name, &what)?;
            }
            Visit::Notice(notice) => crate::say::say(notice),
            Visit::Special(_) | Visit::Link => {}
        }
    }
    Ok(match (trouble, uncertain) {
        (true, _) => Outcome::Trouble,
        (_, true) => Outcome::Findings,
        _ => Outcome::Clean,
    })
}

/// Says on standard error what is amiss, behind what was already reported.
fn say(out: &mut dyn Write, name: &Name, what: &str) -> io::Result<()> {
    out.flush()?;
    crate::say::say(format_args!("{}: {what}", name.shown()));
    Ok(())
}

/// What the bytes of a file say, and what that makes of it.
pub(crate) fn survey(input: &Input) -> io::Result<(Evidence, Verdict)> {
    thread_local! {
        static MODEL: LazyCell<Model> = LazyCell::new(Model::load as fn() -> Model);
    }
    MODEL.with(|model| {
        let (evidence, sample) = read(input, &mut vec![0; BLOCK])?;
        let verdict = judge::judge(&evidence, &sample, model);
        Ok((evidence, verdict))
    })
}

fn judge_file(input: &Input, model: &LazyCell<Model>, block: &mut [u8]) -> io::Result<Verdict> {
    let (evidence, sample) = read(input, block)?;
    Ok(judge::judge(&evidence, &sample, model))
}

/// Reads a whole file.
fn read(input: &Input, block: &mut [u8]) -> io::Result<(Evidence, Sample)> {
    let (mut detector, mut sample) = (Detector::new(), Sample::default());
    let handle = Handle::default();
    let mut reader = input.reader_at(&handle, 0)?;
    loop {
        let read = reader.read(block)?;
        if read == 0 {
            break;
        }
        detector.push(&block[..read]);
        sample.push(&block[..read]);
    }
    Ok((detector.finish(), sample))
}
