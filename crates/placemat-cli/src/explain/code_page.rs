//! The code page of UTF-8: 16 rows of 16 bytes, what each is for, or how often
//! each occurs in a file.

use super::Trouble;
use super::line::{Line, Styles};
use super::source::Bytes;
use crate::args::Layout;
use crate::print::json;
use crate::print::words;
use crate::settings::{self, What};
use anstyle::{Ansi256Color, Style};
use placemat::tool::anatomy::{self, ByteClass};
use placemat_inspect::code_point;
use serde::Serialize;
use std::io::{self, Write};

/// How often each byte occurs.
type Counts = [u64; 256];

/// Prints the page, with counts if there is an input.
pub(super) fn print(settings: &settings::Explain, out: &mut dyn Write) -> Result<(), Trouble> {
    let counts = match settings.what {
        What::Nothing => None,
        _ => Some(count(settings)?),
    };
    match settings.layout {
        Layout::Json => json(counts.as_ref(), out),
        Layout::Tsv => tsv(counts.as_ref(), out),
        _ => Page::new(settings, counts).print(out),
    }
    .map_err(Trouble::Output)
}

/// Counts the bytes of the range.
fn count(settings: &settings::Explain) -> Result<Counts, Trouble> {
    let mut bytes = Bytes::open(&settings.what, settings.range.start)?;
    let mut left = settings.range.end - settings.range.start;
    let mut counts = [0; 256];
    let mut block = vec![0; 64 << 10];
    while left > 0 {
        let most = left.min(block.len() as u64) as usize;
        let read = bytes.read(&mut block[..most])?;
        if read == 0 {
            break;
        }
        block[..read].iter().for_each(|&byte| counts[usize::from(byte)] += 1);
        left -= read as u64;
    }
    Ok(counts)
}

/// The name of a class, for machines and people.
fn class_name(class: ByteClass) -> &'static str {
    match class {
        ByteClass::Single => "single",
        ByteClass::Continuation => "continuation",
        ByteClass::Lead => "lead",
        ByteClass::RestrictedLead => "restricted-lead",
        ByteClass::NeverValid => "never-valid",
    }
}

fn lowest(byte: u8) -> Option<u32> {
    anatomy::code_points_of_lead(byte).map(|(low, _)| low)
}

/// The block of the lowest code point that `byte` begins.
fn block(byte: u8) -> Option<&'static str> {
    lowest(byte).and_then(char::from_u32).map(code_point::block)
}

#[derive(Serialize)]
struct Entry {
    byte: u8,
    hex: String,
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lowest: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

fn entries(counts: Option<&Counts>) -> impl Iterator<Item = Entry> {
    (0..=0xFF).map(move |byte| Entry {
        byte,
        hex: format!("{byte:02x}"),
        class: class_name(ByteClass::of(byte)),
        lowest: lowest(byte),
        block: block(byte),
        count: counts.map(|counts| counts[usize::from(byte)]),
    })
}

fn json(counts: Option<&Counts>, out: &mut dyn Write) -> io::Result<()> {
    entries(counts).try_for_each(|entry| json::write_line(&entry, out))
}

fn tsv(counts: Option<&Counts>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "byte\thex\tclass\tlowest\tblock\tcount")?;
    for Entry { byte, hex, class, lowest, block, count } in entries(counts) {
        let lowest = lowest.map(|value| format!("U+{value:04X}")).unwrap_or_default();
        let count = count.map(|count| count.to_string()).unwrap_or_default();
        writeln!(out, "{byte}\t{hex}\t{class}\t{lowest}\t{}\t{count}", block.unwrap_or_default())?;
    }
    Ok(())
}

/// The page for people.
struct Page {
    counts: Option<Counts>,
    /// The count that is shown as the hottest.
    most: u64,
    styles: Styles,
    color: bool,
    /// Cells side by side: 16, or 8 where there is no room for them.
    columns: usize,
    /// The columns of a cell, with a space.
    cell: usize,
}

/// The row's name and a space.
const MARGIN: usize = 3;

impl Page {
    fn new(settings: &settings::Explain, counts: Option<Counts>) -> Self {
        let room = settings.width.saturating_sub(MARGIN);
        let columns = if room / 16 >= 7 { 16 } else { 8 };
        Self {
            counts,
            most: counts.iter().flatten().copied().max().unwrap_or_default(),
            styles: Styles::new(settings.color),
            color: settings.color,
            columns,
            cell: (room / columns).clamp(7, 9),
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        for first in (0..16).step_by(self.columns) {
            self.half(first, out)?;
            writeln!(out)?;
        }
        self.legend(out)
    }

    /// The columns from `first` on.
    fn half(&self, first: u8, out: &mut dyn Write) -> io::Result<()> {
        let low = first..first + self.columns as u8;
        let mut head = Line::default();
        for digit in low.clone() {
            head.pad(MARGIN + usize::from(digit - first) * self.cell);
            head.push(self.styles.label, &format!("_{digit:X}"));
        }
        writeln!(out, "{}", head.trimmed())?;
        for high in 0..16_u8 {
            let cells: Vec<[Line; 3]> = low.clone().map(|low| self.cell(high << 4 | low)).collect();
            for at in 0..3 {
                let mut line = Line::default();
                if at == 0 {
                    line.push(self.styles.label, &format!("{high:X}_"));
                }
                for (column, cell) in cells.iter().enumerate() {
                    line.pad(MARGIN + column * self.cell);
                    line.append(&cell[at]);
                }
                writeln!(out, "{}", line.trimmed())?;
            }
        }
        Ok(())
    }

    /// What is shown of `byte`: what it is, its number, and its decimal value or
    /// its count.
    fn cell(&self, byte: u8) -> [Line; 3] {
        let class = ByteClass::of(byte);
        let style = self.styles.class(class);
        let (what, number) = match class {
            ByteClass::Single => {
                let c = char::from(byte);
                let picture = code_point::abbreviation(c).map_or(c.to_string(), str::to_owned);
                (picture, format!("{byte:04X}"))
            }
            ByteClass::Continuation => ("•".to_owned(), format!("+{:02X}", anatomy::payload(byte))),
            ByteClass::NeverValid => ("×".to_owned(), String::new()),
            ByteClass::Lead | ByteClass::RestrictedLead => {
                let star = if class == ByteClass::RestrictedLead { "*" } else { "" };
                let lowest = lowest(byte).unwrap_or_default();
                (
                    block(byte).map_or_else(String::new, |block| self.short(block)),
                    format!("{lowest:04X}{star}"),
                )
            }
        };
        let last = match self.counts {
            None => Line::styled(self.styles.label, &byte.to_string()),
            Some(counts) => self.heat(counts[usize::from(byte)], class),
        };
        [Line::styled(style, &what), Line::styled(style, &number), last]
    }

    /// As much of the first word as fits.
    fn short(&self, block: &str) -> String {
        let word = block.split(' ').next().unwrap_or_default();
        let start: String = word.chars().take(self.cell - 1).collect();
        if word == "No" { "-".to_owned() } else { start.trim_end_matches('-').to_owned() }
    }

    /// A count, the hotter the more: by its logarithm, or frequent bytes would
    /// hide all others.
    fn heat(&self, count: u64, class: ByteClass) -> Line {
        if count == 0 {
            return Line::styled(self.styles.label, "·");
        }
        let share = ((count as f64).ln_1p() / (self.most as f64).ln_1p()).clamp(0.0, 1.0);
        let step = ((share * 5.0).ceil() as usize).clamp(1, 5) - 1;
        let text = short_count(count);
        let width = self.cell - 1;
        if !self.color {
            let mark = ['.', ':', '░', '▒', '▓'][step];
            return Line::plain(&format!("{text}{mark}"));
        }
        // Dark blue to yellow; red for what is in no well-formed text.
        let background =
            if class == ByteClass::NeverValid { 160 } else { [17, 24, 30, 100, 178][step] };
        let foreground = if step == 4 && class != ByteClass::NeverValid { 16 } else { 231 };
        let style = Style::new()
            .fg_color(Some(Ansi256Color(foreground).into()))
            .bg_color(Some(Ansi256Color(background).into()));
        Line::styled(style, &format!("{text:<width$}"))
    }

    fn legend(&self, out: &mut dyn Write) -> io::Result<()> {
        let meanings = [
            (ByteClass::Single, "single byte: the code point"),
            (ByteClass::Continuation, "• continuation byte: what it adds"),
            (ByteClass::Lead, "lead byte: its lowest code point, and the block of that"),
            (ByteClass::RestrictedLead, "* lead byte that some continuation bytes may not follow"),
            (ByteClass::NeverValid, "× never valid"),
        ];
        for (class, meaning) in meanings {
            let mut line = Line::styled(self.styles.class(class), meaning);
            if let Some(counts) = self.counts {
                let of_class = |byte: &u8| ByteClass::of(*byte) == class;
                let count = (0..=0xFF).filter(of_class).map(|byte| counts[usize::from(byte)]).sum();
                line.push(Style::new(), &format!(": {}", words::count(count, "byte", "bytes")));
            }
            writeln!(out, "{}", line.text)?;
        }
        let last = if self.counts.is_some() { "how often it occurs" } else { "the decimal value" };
        writeln!(out, "The last line of a cell: {last}. C_ and D_ begin 2 bytes, E_ 3, F_ 4.")
    }
}

/// At most five columns: `12345`, `123k`, `4.5M`.
fn short_count(count: u64) -> String {
    if count < 100_000 {
        return count.to_string();
    }
    let (mut value, mut unit) = (count as f64, ' ');
    for next in ['k', 'M', 'G', 'T', 'P', 'E'] {
        if value < 999.5 {
            break;
        }
        value /= 1000.0;
        unit = next;
    }
    if value < 9.95 { format!("{value:.1}{unit}") } else { format!("{value:.0}{unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_short() {
        assert_eq!(
            [0, 99_999, 123_456, 999_900, 4_540_000, 12_345_678].map(short_count),
            ["0", "99999", "123k", "1.0M", "4.5M", "12M"]
        );
        assert!(short_count(u64::MAX).len() <= 5);
    }

    #[test]
    fn blocks_of_lead_bytes() {
        assert_eq!(block(0xC3), Some("Latin-1 Supplement"));
        assert_eq!((lowest(0xE0), block(0xE0)), (Some(0x800), Some("Samaritan")));
        assert_eq!((lowest(0xF0), block(0xF0)), (Some(0x10000), Some("Linear B Syllabary")));
        assert_eq!((lowest(0xC1), block(0x80)), (None, None));
    }
}
