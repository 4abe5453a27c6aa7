//! Numbers as pictures: bars, shares, the map of a file, and the map of heat. Beside each picture stands what
//! it says, for those who do not see it, and on paper.

use super::markup::Markup;
use super::sketch::{Bytes, Map};
use crate::print::words::{count, size, thousands};

/// A part of a whole.
#[derive(Debug)]
pub(crate) struct Share {
    pub(crate) count: u64,
    /// What it is a part of: `well-formed`.
    pub(crate) what: &'static str,
    /// How it looks: the name of a class.
    pub(crate) look: &'static str,
}

/// A whole in its parts, if it has more than one: a bar, and a legend under it.
pub(crate) fn shares(shares: &[Share], out: &mut Markup) {
    let all: u64 = shares.iter().map(|share| share.count).sum();
    if shares.iter().filter(|share| share.count > 0).count() < 2 {
        return;
    }
    out.raw("<svg class=\"shares\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    let mut at = 0;
    for share in shares.iter().filter(|share| share.count > 0) {
        // What occurs at all can be seen.
        let width = ((share.count as f64 * 1000.0 / all as f64) as u64).max(4);
        out.raw("<rect y=\"0\" height=\"10\" x=\"").digits(at).raw("\" width=\"").digits(width);
        out.raw("\" class=\"").raw(share.look).raw("\"/>");
        at += width;
    }
    out.raw("</svg>\n<ul class=\"legend\">");
    for share in shares.iter().filter(|share| share.count > 0) {
        out.raw(
            "<li><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\">\
            <rect width=\"10\" height=\"10\" class=\"",
        );
        out.raw(share.look)
            .raw("\"/></svg>")
            .number(share.count)
            .raw(" ")
            .raw(share.what)
            .raw("</li>");
    }
    out.raw("</ul>\n");
}

/// How often what occurs, the most frequent first, with a bar for each; no more rows than `most`.
pub(crate) fn bars(title: &'static str, rows: &[(&str, u64)], most: usize, out: &mut Markup) {
    let mut rows: Vec<_> = rows.iter().filter(|(_, count)| *count > 0).collect();
    if rows.is_empty() {
        return;
    }
    rows.sort_by_cached_key(|(_, count)| u64::MAX - count);
    let all: u64 = rows.iter().map(|(_, count)| count).sum();
    out.raw("<div class=\"bars\"><table><caption>").raw(title).raw("</caption>\n");
    for (what, count) in rows.iter().take(most) {
        let width = (*count as f64 * 1000.0 / rows[0].1 as f64) as u64;
        let percent = (*count as f64 * 100.0 / all as f64).round() as u64;
        out.raw("<tr><th scope=\"row\">").text(what).raw("</th><td class=\"n\">").number(*count);
        out.raw("</td><td class=\"n soft\">").text(&if percent == 0 {
            "<1".to_owned()
        } else {
            percent.to_string()
        });
        out.raw(
            " %</td></tr>\n<tr class=\"bar\" aria-hidden=\"true\"><td colspan=\"3\">\
            <svg viewBox=\"0 0 1000 4\" preserveAspectRatio=\"none\">\
                <rect width=\"1000\" height=\"4\" class=\"rest\"/><rect height=\"4\" width=\"",
        );
        out.digits(width.max(3)).raw("\" class=\"fill\"/></svg></td></tr>\n");
    }
    out.raw("</table>\n");
    if rows.len() > most {
        let (others, rest) =
            (rows.len() - most, rows[most..].iter().map(|(_, count)| count).sum::<u64>());
        out.raw("<p class=\"hint\">and ")
            .number(others as u64)
            .raw(" more, ")
            .number(rest)
            .raw(" together</p>\n");
    }
    out.raw("</div>\n");
}

/// The height of a map, in its own units.
const HEIGHT: u64 = 24;

/// Where in a file of `bytes` bytes something is: `what` names one of it, and many.
pub(crate) fn map(map: &Map, bytes: u64, what: (&str, &str), out: &mut Markup) {
    let most = map.cells.iter().copied().max().unwrap_or_default();
    if most == 0 || bytes == 0 {
        return;
    }
    let width = ((bytes - 1) >> map.shift) + 1;
    let all = map.cells.iter().sum();
    let (first, last) = (
        map.cells.iter().position(|&n| n > 0).unwrap_or_default() as u64,
        map.cells.iter().rposition(|&n| n > 0).unwrap_or_default() as u64 + 1,
    );
    let words = format!(
        "{} between offsets {} and {} of {}",
        count(all, what.0, what.1),
        thousands(first << map.shift),
        thousands((last << map.shift).min(bytes)),
        size(bytes)
    );
    out.raw("<svg class=\"map\" role=\"img\" preserveAspectRatio=\"none\" viewBox=\"0 0 ")
        .digits(width.max(48));
    out.raw(" 24\" aria-label=\"").text(&words).raw("\"><path d=\"");
    // Of a short file a cell is as wide as it must be to fill the map; of a long one it can be seen.
    let wide = width.max(48) as f64 / width as f64;
    let least = wide.max(width as f64 / 320.0);
    let height = |&n: &u64| match n {
        0 => 0,
        n => 7 + ((n as f64).ln_1p() / (most as f64).ln_1p() * (HEIGHT - 7) as f64).round() as u64,
    };
    let heights: Vec<u64> = map.cells.iter().map(height).collect();
    let mut at = 0;
    for same in heights.chunk_by(|a, b| a == b) {
        let (left, width) = (at as f64 * wide, (same.len() as f64 * wide).max(least));
        if let height @ 1.. = same[0] {
            out.text(&format!("M{} 24v-{height}h{}v{height}z", short(left), short(width)));
        }
        at += same.len();
    }
    out.raw("\"/></svg>\n");
}

/// A number with at most two places, and none that is not needed.
fn short(n: f64) -> String {
    let text = format!("{n:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How often each byte occurs, as the code page of UTF-8: rows by the first digit, columns by the second.
/// Those of `wrong` are marked.
pub(crate) fn heat(
    title: &'static str,
    hint: &'static str,
    bytes: &Bytes,
    wrong: &Bytes,
    out: &mut Markup,
) {
    let most = bytes.iter().copied().max().unwrap_or_default();
    if most == 0 {
        return;
    }
    out.raw("<section><h2>").raw(title).raw("</h2>\n<p class=\"hint\">").raw(hint).raw("</p>\n");
    out.raw("<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Table of bytes\">\
        <table class=\"heat\">\
            <caption class=\"unseen\">How often each byte occurs: rows by its first digit, columns by its second</caption>\n<thead><tr><td></td>");
    for low in 0..16_u8 {
        out.raw("<th scope=\"col\">_").text(&format!("{low:X}")).raw("</th>");
    }
    out.raw("</tr></thead>\n<tbody>\n");
    for high in 0..16_usize {
        out.raw("<tr><th scope=\"row\">").text(&format!("{high:X}")).raw("_</th>");
        for byte in 16 * high..16 * high + 16 {
            cell(byte, bytes[byte], most, wrong[byte] > 0, out);
        }
        out.raw("</tr>\n");
    }
    out.raw("</tbody></table></div></section>\n");
}

/// Ten steps from nothing to the most.
const HEATS: [&str; 11] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h9"];

fn cell(byte: usize, n: u64, most: u64, wrong: bool, out: &mut Markup) {
    if n == 0 {
        out.raw("<td class=\"none\">").text(&format!("{byte:02X}")).raw("</td>");
        return;
    }
    let heat = (n as f64).ln_1p() / (most as f64).ln_1p();
    out.raw("<td class=\"").raw(HEATS[(heat * 9.0).round() as usize]).raw(if wrong {
        " wrong\">"
    } else {
        "\">"
    });
    out.text(&format!("{byte:02X}")).raw("<span> ").text(&brief(n));
    out.raw(if wrong { "<b class=\"unseen\"> malformed</b></span></td>" } else { "</span></td>" });
}

/// At most four places.
fn brief(n: u64) -> String {
    match n {
        0..10_000 => n.to_string(),
        10_000..1_000_000 => format!("{}k", n / 1000),
        1_000_000..1_000_000_000 => format!("{}M", n / 1_000_000),
        _ => format!("{}G", thousands(n / 1_000_000_000)),
    }
}
