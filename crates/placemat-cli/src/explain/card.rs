//! A card for each sequence: all that there is to say.

use super::known::Known;
use super::line::{Line, Styles, bits, split_bits, wrap};
use super::picture::picture;
use super::{Renderer, Sequence};
use crate::print::escape;
use crate::print::words::{count, spaced};
use crate::settings;
use placemat::tool::anatomy::{self, Item};
use placemat::utf8::Group;
use placemat_inspect::malformed::{self, broken_by, role};
use placemat_inspect::{code_point, notation};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

pub(super) struct Cards {
    width: usize,
    styles: Styles,
    first: bool,
    known: Known,
}

/// A label and its text.
type Field = (&'static str, String);

/// The columns of a field, where several stand side by side.
const FIELD: usize = 38;

impl Cards {
    pub(super) fn new(settings: &settings::Explain) -> Self {
        Self {
            width: settings.width.max(20),
            styles: Styles::new(settings.color),
            first: true,
            known: Known::default(),
        }
    }
}

impl Renderer for Cards {
    fn sequence(&mut self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::take(&mut self.first) {
            writeln!(out)?;
        }
        let (place, bytes) = (sequence.offset, sequence.bytes());
        let place = format!("offset {place}, {}", count(bytes.len() as u64, "byte", "bytes"));
        let (title, bad) = match sequence.item {
            Item::CodePoint(c) => (format!("U+{:04X}  {}", u32::from(c), title(c)), false),
            Item::Malformed(group) => {
                (format!("{}  malformed: {}", spaced(bytes), group.kind), true)
            }
        };
        self.title(&title, &place, bad, out)?;
        let mut known = std::mem::take(&mut self.known);
        let written = known.of(sequence, |out| self.body(sequence, out));
        let written = written.and_then(|body| out.write_all(body));
        self.known = known;
        written
    }
}

impl Cards {
    /// All that is below the title.
    fn body(&self, sequence: &Sequence, out: &mut Vec<u8>) -> io::Result<()> {
        let bytes = sequence.bytes();
        match sequence.item {
            Item::CodePoint(c) => {
                self.bytes(bytes, out)?;
                self.fields(&code_point_fields(c, sequence), out)
            }
            Item::Malformed(group) => {
                let sentence = malformed::sentence(&group, &sequence.around);
                for line in wrap(&sentence, self.width - 2) {
                    writeln!(out, "  {line}")?;
                }
                self.bytes(bytes, out)?;
                self.fields(&malformed_fields(&group, sequence), out)
            }
        }
    }

    /// The title, and the place at the right end, or below.
    fn title(&self, title: &str, place: &str, bad: bool, out: &mut dyn Write) -> io::Result<()> {
        let style = if bad { self.styles.malformed } else { self.styles.title };
        for (at, text) in wrap(title, self.width).iter().enumerate() {
            let mut line = Line::styled(style, text);
            if at == 0 && title.width() + 2 + place.width() <= self.width {
                line.pad(self.width.min(100) - place.width());
                line.push(self.styles.label, place);
                return writeln!(out, "{}", line.text);
            }
            writeln!(out, "{}", line.text)?;
        }
        writeln!(out, "  {}", Line::styled(self.styles.label, place).text)
    }

    /// A line for each byte: the bars between prefix and payload stand in line.
    fn bytes(&self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let prefix = |&byte: &u8| split_bits(byte).0.len();
        let longest = bytes.iter().map(prefix).max().unwrap_or_default();
        let payload = bytes.iter().map(|byte| 8 - prefix(byte)).max().unwrap_or_default();
        for byte in bytes {
            let style = self.styles.byte(*byte);
            let mut line = Line::plain("  ");
            line.push(style, &format!("{byte:02X}"));
            line.push(style, &format!("  {byte:03o}  "));
            line.pad(line.width + longest - prefix(byte));
            line.append(&bits(*byte, &self.styles));
            let indent = 12 + longest + payload + 2;
            line.pad(indent);
            for (at, text) in
                wrap(&role(*byte), self.width.saturating_sub(indent)).iter().enumerate()
            {
                if at > 0 {
                    line = Line::default();
                    line.pad(indent);
                }
                line.push(self.styles.label, text);
                writeln!(out, "{}", line.trimmed())?;
            }
        }
        Ok(())
    }

    /// As many fields side by side as fit.
    fn fields(&self, fields: &[Field], out: &mut dyn Write) -> io::Result<()> {
        let label = 2 + fields.iter().map(|(label, _)| label.len()).max().unwrap_or_default();
        let columns = ((self.width - 2) / FIELD).max(1);
        let mut line = Line::plain("  ");
        let mut used = 0;
        for (name, text) in fields {
            let cells = (label + text.width() + 2).div_ceil(FIELD);
            if used > 0 && used + cells > columns {
                writeln!(out, "{}", line.trimmed())?;
                (line, used) = (Line::plain("  "), 0);
            }
            line.pad(2 + used * FIELD);
            let indent = line.width + label;
            line.push(self.styles.label, name);
            for (at, piece) in
                wrap(text, self.width.saturating_sub(indent).max(8)).iter().enumerate()
            {
                if at > 0 {
                    writeln!(out, "{}", line.trimmed())?;
                    line = Line::default();
                    used = columns;
                }
                line.pad(indent);
                line.push(anstyle::Style::new(), piece);
            }
            used += cells;
        }
        writeln!(out, "{}", line.trimmed())
    }
}

/// A code point's picture and name.
fn title(c: char) -> String {
    let (picture, name) = (picture(c), code_point::name(c));
    if picture.is_empty() { name } else { format!("{picture}  {name}") }
}

fn code_point_fields(c: char, sequence: &Sequence) -> Vec<Field> {
    let bytes = sequence.bytes();
    let payload: Vec<String> = bytes.iter().map(|&byte| split_bits(byte).1).collect();
    let (category, category_name) = code_point::category(c);
    let mut fields = vec![
        ("Payload", payload.join(" ")),
        ("Decimal", u32::from(c).to_string()),
        ("Octal", format!("{:o}", u32::from(c))),
        ("Category", format!("{category}, {category_name}")),
        ("Script", code_point::script(c).to_owned()),
        ("Block", code_point::block(c).to_owned()),
    ];
    fields.extend([
        ("UTF-16", notation::utf16(c).join(" ")),
        ("UTF-32", format!("{:08X}", u32::from(c))),
        ("HTML", notation::html(c).unwrap_or_else(|| "none".to_owned())),
        ("JSON", notation::json(c)),
        ("Rust", notation::rust(c)),
        ("Python", notation::python(c)),
        ("C", notation::c_string(c)),
    ]);
    if bytes.len() > 1 {
        let text = escape::shown(&sequence.windows_1252());
        fields.push(("Misread", format!("\"{text}\" in Windows-1252")));
    }
    fields
}

fn malformed_fields(group: &Group, sequence: &Sequence) -> Vec<Field> {
    let mut fields = Vec::new();
    if let Some(broken) = anatomy::broken_rule(&sequence.around) {
        fields.push(("Rule", format!("{} = {}", broken.rule.name, broken.rule.text)));
        fields.push(("Broken by", broken_by(&broken)));
    }
    let in_words = |value: u32| match char::from_u32(value) {
        Some(c) => format!("U+{value:04X}  {}", title(c)),
        None => format!("{value:X}, decimal {value}"),
    };
    let meant = group.meaning.value();
    fields.push(("Meant", meant.map_or("nothing that can be told".to_owned(), in_words)));
    let subparts = count(group.subparts as u64, "maximal subpart", "maximal subparts");
    fields.push(("Malformed", format!("{subparts}: as many U+FFFD when replaced")));
    fields.push(("Windows-1252", format!("\"{}\"", escape::shown(&sequence.windows_1252()))));
    let readings = group.readings();
    let relatives = [
        ("CESU-8", readings.cesu8),
        ("Modified UTF-8", readings.modified_utf8),
        ("WTF-8", readings.wtf8),
        ("RFC 2279", readings.rfc2279),
    ];
    for (relative, value) in relatives {
        let surrogate = |value: &u32| matches!(value, 0xD800..=0xDFFF);
        fields.push((
            relative,
            match value {
                None => "malformed, too".to_owned(),
                Some(value) if surrogate(&value) => format!("U+{value:04X}, a lone surrogate"),
                Some(value) => in_words(value),
            },
        ));
    }
    fields
}
