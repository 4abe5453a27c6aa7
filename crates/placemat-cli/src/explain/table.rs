//! A line for each sequence, with as many columns as the terminal has room for.

use super::known::Known;
use super::line::{Line, Styles, bits, wrap};
use super::picture::picture;
use super::{Renderer, Sequence};
use crate::settings;
use anstyle::Style;
use placemat::tool::anatomy::Item;
use placemat_inspect::{code_point, malformed};
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Offset,
    Hex,
    Octal,
    Binary,
    CodePoint,
    Decimal,
    Picture,
    Category,
    /// Takes the room that is left.
    Name,
    Script,
    Block,
}

/// From left to right.
const ORDER: [Column; 11] = [
    Column::Offset,
    Column::Hex,
    Column::Octal,
    Column::Binary,
    Column::CodePoint,
    Column::Decimal,
    Column::Picture,
    Column::Category,
    Column::Name,
    Column::Script,
    Column::Block,
];

/// What is added where there is room, in this order, and how wide the name must
/// then still be.
const EXTRA: [(Column, usize); 6] = [
    (Column::Binary, 20),
    (Column::Category, 28),
    (Column::Octal, 28),
    (Column::Block, 30),
    (Column::Decimal, 30),
    (Column::Script, 36),
];

/// Bytes side by side; mistakes of more take another line.
const BYTES: usize = 4;

pub(super) struct Table {
    columns: Vec<(Column, usize)>,
    styles: Styles,
    known: Known,
}

impl Column {
    fn title(self) -> &'static str {
        match self {
            Self::Offset => "offset",
            Self::Hex => "bytes",
            Self::Octal => "octal",
            Self::Binary => "prefix|payload",
            Self::CodePoint => "code",
            Self::Decimal => "decimal",
            Self::Picture => "",
            Self::Category => "gc",
            Self::Name => "name",
            Self::Script => "script",
            Self::Block => "block",
        }
    }

    /// In columns of the terminal; the name's is not fixed.
    fn width(self) -> usize {
        match self {
            Self::Offset | Self::Name => 0,
            Self::Hex => 3 * BYTES - 1,
            Self::Octal => 4 * BYTES - 1,
            Self::Binary => 10 * BYTES - 1,
            Self::CodePoint => 8,
            Self::Decimal => 7,
            Self::Picture => 3,
            Self::Category => 2,
            Self::Script => 12,
            Self::Block => 24,
        }
    }
}

impl Table {
    /// `last` is the offset behind the last sequence, if it is known.
    pub(super) fn new(settings: &settings::Explain, last: Option<u64>) -> Self {
        let offset = last.map_or(8, |last| last.to_string().len()).max(6);
        let mut chosen = vec![Column::Offset, Column::Hex, Column::CodePoint, Column::Picture];
        let taken = |chosen: &[Column]| -> usize {
            offset + chosen.iter().map(|column| column.width() + 2).sum::<usize>()
        };
        for (column, name) in EXTRA {
            if taken(&chosen) + column.width() + 2 + name <= settings.width {
                chosen.push(column);
            }
        }
        let name = settings.width.saturating_sub(taken(&chosen)).max(16);
        let width = |column| match column {
            Column::Offset => offset,
            Column::Name => name,
            _ => column.width(),
        };
        let shown = |column: &Column| *column == Column::Name || chosen.contains(column);
        let columns = ORDER.into_iter().filter(shown).map(|column| (column, width(column)));
        Self {
            columns: columns.collect(),
            styles: Styles::new(settings.color),
            known: Known::default(),
        }
    }

    /// Writes cells of any number of lines side by side.
    fn row(
        columns: &[(Column, usize)],
        cells: &[Vec<Line>],
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for at in 0..height {
            let mut row = Line::default();
            let mut end = 0;
            for (cell, &(_, width)) in cells.iter().zip(columns) {
                row.pad(end);
                if let Some(line) = cell.get(at) {
                    row.append(line);
                }
                end += width + 2;
            }
            writeln!(out, "{}", row.trimmed())?;
        }
        Ok(())
    }

    fn cell(styles: &Styles, column: Column, width: usize, sequence: &Sequence) -> Vec<Line> {
        let bytes = |of: &dyn Fn(u8) -> Line| -> Vec<Line> {
            let join = |bytes: &[u8]| {
                let mut line = Line::default();
                for (at, &byte) in bytes.iter().enumerate() {
                    line.push(Style::new(), if at > 0 { " " } else { "" });
                    line.append(&of(byte));
                }
                line
            };
            sequence.bytes().chunks(BYTES).map(join).collect()
        };
        let styled = |byte: u8, text: String| Line::styled(styles.byte(byte), &text);
        let wrapped = |style: Style, text: &str| -> Vec<Line> {
            wrap(text, width).iter().map(|line| Line::styled(style, line)).collect()
        };
        let plain = |text: &str| wrapped(Style::new(), text);
        let c = match sequence.item {
            Item::CodePoint(c) => Some(c),
            Item::Malformed(_) => None,
        };
        match (column, sequence.item) {
            // Each sequence has its own.
            (Column::Offset, _) => Vec::new(),
            (Column::Hex, _) => bytes(&|byte| styled(byte, format!("{byte:02X}"))),
            (Column::Octal, _) => bytes(&|byte| styled(byte, format!("{byte:03o}"))),
            (Column::Binary, _) => bytes(&|byte| bits(byte, styles)),
            (Column::CodePoint, Item::Malformed(_)) => {
                vec![Line::styled(styles.malformed, "bad")]
            }
            (Column::Name, Item::Malformed(group)) => {
                let sentence = malformed::sentence(&group, &sequence.around);
                wrapped(styles.malformed, &sentence)
            }
            _ => c.map_or_else(Vec::new, |c| match column {
                Column::CodePoint => plain(&format!("U+{:04X}", u32::from(c))),
                Column::Decimal => vec![Line::plain(&format!("{:>7}", u32::from(c)))],
                Column::Picture => vec![Line::styled(styles.title, &picture(c))],
                Column::Category => plain(code_point::category(c).0),
                Column::Script => plain(code_point::script(c)),
                Column::Block => plain(code_point::block(c)),
                _ => plain(&code_point::name(c)),
            }),
        }
    }
}

impl Renderer for Table {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let title = |&(column, width): &(Column, usize)| {
            let title = column.title();
            let right = matches!(column, Column::Offset | Column::Decimal);
            let title = if right { format!("{title:>width$}") } else { title.to_owned() };
            vec![Line::styled(self.styles.label, &title)]
        };
        let cells: Vec<Vec<Line>> = self.columns.iter().map(title).collect();
        Self::row(&self.columns, &cells, out)
    }

    fn sequence(&mut self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        let Self { columns, known, styles } = self;
        let known = known.of(sequence, |out| {
            let cell = |&(column, width)| Self::cell(styles, column, width, sequence);
            let cells: Vec<Vec<Line>> = columns.iter().map(cell).collect();
            Self::row(columns, &cells, out)
        })?;
        // The first column, left empty there, is the offset's.
        let width = columns[0].1;
        let offset = Line::styled(styles.label, &format!("{:>width$}", sequence.offset));
        let taken = offset.width.min(width + 2);
        out.write_all(offset.text.as_bytes())?;
        out.write_all(&known[taken..])
    }
}
