//! Text in chunks of any size, in memory that does not grow.

use super::Options;
use super::context::{Before, Trust};
use super::cost;
use super::items::Item;
#[cfg(not(target_arch = "wasm32"))]
use super::lost::Lost;
use super::pages::{self, PAGES, look};
use super::plan::{Edit, Plan, Repair, apply};
use super::quick::Quick;
use super::reading::Reader;
use super::scan::{Found, LOOK_AHEAD, find};
use super::sequence;
use super::stack::Stack;
use placemat::utf8;
use std::iter;
use std::ops::Range;

/// What is judged together: from the first thing that may be mojibake to the end of the line, or
/// so many bytes of it.
const WINDOW: usize = 8 << 10;

/// How often the same text can have been misread; what was misread more often stays.
const ROUNDS: usize = 8;

/// Fewer bytes behind what is held are not looked at before a line ends: each look is at all that is held.
const LITTLE: usize = 32;

/// What becomes of a window, and how.
struct Judged {
    now: Vec<u8>,
    edits: Vec<Edit>,
    /// The page of each reading, and its bits.
    read: Vec<(usize, i32)>,
    /// A second run would leave it as it is.
    is_final: bool,
}

impl Judged {
    /// Whether it can stand so.
    fn is_good(&self) -> bool {
        self.is_final && !leaves_garbage(&self.now, &self.edits)
    }
}

/// Repairs text in chunks of any size: the result does not depend on them.
///
/// Malformed bytes stay as they are. At most 8 KiB are held back, and what was learnt about the
/// text so far is a few numbers.
///
/// # Examples
/// ```
/// use placemat_detect::mojibake::{Options, Stream};
///
/// let mut stream = Stream::new(Options::default());
/// let mut out = Vec::new();
/// let (first, second) = "cafÃ© Ã\u{A0} la crÃ¨me\n".as_bytes().split_at(5);
/// stream.push(first, false, &mut out, &mut |_| ());
/// stream.push(second, true, &mut out, &mut |_| ());
/// assert_eq!(out, "café à la crème\n".as_bytes());
/// ```
///
/// # Complexity
/// Linear in the text. Text in which nothing looks like mojibake is only searched.
#[derive(Clone, Debug)]
pub struct Stream {
    options: Options,
    /// What has come, and is not decided.
    held: Vec<u8>,
    /// It begins with what may be mojibake.
    suspicious: bool,
    /// So much of it is known to have no end of a line.
    searched: usize,
    /// So much of its end was never looked at.
    unseen: usize,
    /// Where it begins in the source.
    offset: u64,
    /// What the text before it ends with.
    before: Before,
    trust: Trust,
    reader: Reader,
    quick: Quick,
    stack: Stack,
    #[cfg(not(target_arch = "wasm32"))]
    lost: Lost,
    /// Memory for what is looked at.
    items: Vec<Item>,
}

impl Stream {
    /// A stream at the start of a text.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            held: Vec::new(),
            suspicious: false,
            searched: 0,
            unseen: 0,
            offset: 0,
            before: Before::START,
            trust: Trust::default(),
            reader: Reader::default(),
            quick: Quick::default(),
            stack: Stack::default(),
            #[cfg(not(target_arch = "wasm32"))]
            lost: Lost::default(),
            items: Vec::new(),
        }
    }

    /// How many bytes are held back until more of their line is known: at most some 8 KiB.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Takes `chunk`, which follows all that was pushed before, and appends what is decided to
    /// `out`; with `last`, all. `listen` is told each repair.
    pub fn push(
        &mut self,
        chunk: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        listen: &mut dyn FnMut(&Repair<'_>),
    ) {
        if self.held.is_empty() {
            let done = self.take(chunk, last, out, listen);
            self.held.extend_from_slice(&chunk[done..]);
        } else {
            let mut held = std::mem::take(&mut self.held);
            held.extend_from_slice(chunk);
            self.unseen += chunk.len();
            if self.unseen < LITTLE && !last && !self.suspicious && !chunk.contains(&b'\n') {
                self.held = held;
                return;
            }
            self.unseen = 0;
            let done = self.take(&held, last, out, listen);
            held.drain(..done);
            self.held = held;
        }
    }

    /// Decides what can be decided of `text`: how much of it.
    fn take(
        &mut self,
        text: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        listen: &mut dyn FnMut(&Repair<'_>),
    ) -> usize {
        let mut at = 0;
        while at < text.len() {
            if !self.suspicious {
                let Self { options, before, items, .. } = self;
                let found = find(&text[at..], *before, options.lossy, last, items);
                let (to, held) = match found {
                    Found::At(to) => (to, false),
                    Found::Until(_) if last => (text.len() - at, true),
                    Found::Until(to) => (to, true),
                };
                self.pass(&text[at..at + to], false, out);
                at += to;
                self.suspicious = !held;
                if held {
                    break;
                }
            }
            let rest = &text[at..];
            let near = &rest[..rest.len().min(WINDOW)];
            let searched = std::mem::take(&mut self.searched);
            let end = match end_of_line(&near[searched..]) {
                Some(end) => searched + end,
                None if last && rest.len() <= WINDOW => rest.len(),
                // At the end of the text no more will come.
                None if last || rest.len() > WINDOW + LOOK_AHEAD => cut(near),
                None => {
                    self.searched = near.len();
                    break;
                }
            };
            self.judge(&rest[..end], rest.get(end) == Some(&b'\n'), out, listen);
            at += end;
            self.suspicious = false;
        }
        at
    }

    /// Leaves `text` as it is; the end of a line may follow.
    fn pass(&mut self, text: &[u8], ends_line: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(text);
        #[cfg(not(target_arch = "wasm32"))]
        if self.options.lossy {
            self.lost.remember(text);
        }
        self.offset += text.len() as u64;
        self.before = self.before.end_of(text, ends_line);
    }

    /// Judges a window, which the end of a line may follow.
    fn judge(
        &mut self,
        text: &[u8],
        ends_line: bool,
        out: &mut Vec<u8>,
        listen: &mut dyn FnMut(&Repair<'_>),
    ) {
        if self.judge_quickly(text, ends_line, out, listen) {
            return;
        }
        let known = self.search(text, self.trust.clone());
        // A second run will know nothing of the text before, and is to leave this as it is, too.
        let found = match known {
            Some(found) if found.is_good() => Some(found),
            Some(_) if self.trust != Trust::default() => {
                self.search(text, Trust::default()).filter(Judged::is_good)
            }
            _ => None,
        };
        let Some(Judged { now, edits, read, .. }) = found else {
            return self.pass(text, ends_line, out);
        };
        #[cfg(not(target_arch = "wasm32"))]
        let (now, edits) = self.name(now, edits);
        let (source, lossy) = ((text, self.offset), self.options.lossy);
        let repairs = edits.iter().map(|edit| edit.repair(source, &now, lossy));
        // All of it or nothing: what is left of a line might be read otherwise by a second run.
        let Some(repairs) = repairs.collect::<Option<Vec<_>>>() else {
            return self.pass(text, ends_line, out);
        };
        repairs.iter().for_each(&mut *listen);
        edits.iter().for_each(|edit| self.stack.learn(edit.steps()));
        read.iter().for_each(|(page, bits)| self.trust.add(*page, *bits));
        out.extend_from_slice(&now);
        self.offset += text.len() as u64;
        self.before = self.before.end_of(&now, ends_line);
    }
}

impl Stream {
    /// With the letters named that were lost, where guesses are asked for and the language says what they were.
    #[cfg(not(target_arch = "wasm32"))]
    fn name(&mut self, mut now: Vec<u8>, mut edits: Vec<Edit>) -> (Vec<u8>, Vec<Edit>) {
        if self.options.lossy && !self.lost.name(self.before, &mut now, &mut edits) {
            self.lost.remember(&now);
        }
        (now, edits)
    }

    /// What is to be read in a window, if anything.
    fn search(&mut self, text: &[u8], mut trust: Trust) -> Option<Judged> {
        let (mut edits, mut read): (Vec<Edit>, Vec<_>) = Default::default();
        let mut now: Option<Vec<u8>> = None;
        let (lossy, mut proven) = (self.options.lossy, 0);
        for round in 0..=ROUNDS {
            let current = now.as_deref().unwrap_or(text);
            let more = find(current, self.before, lossy, true, &mut self.items);
            let mut plans = Vec::new();
            if round == 0 || matches!(more, Found::At(_)) {
                plans = self.reader.read(current, self.before, &trust, proven, lossy);
                if plans.is_empty() && trust != Trust::default() {
                    // A second run will not know of the text before what is known now.
                    plans =
                        self.reader.read(current, self.before, &Trust::default(), proven, lossy);
                }
            }
            if let (true, Found::At(at)) = (plans.is_empty() && round > 0, more) {
                plans = read_anew(&mut self.reader, current, at, self.before, lossy);
            }
            if plans.is_empty() {
                return now.map(|now| Judged { now, edits, read, is_final: true });
            }
            for plan in &plans {
                trust.add_layer(plan.page(), plan.bits());
                proven |= plan.proves_deep();
                read.push((plan.page(), plan.bits()));
            }
            now = Some(apply(current, plans, &mut edits));
        }
        now.map(|now| Judged { now, edits, read, is_final: false })
    }

    /// Judges a window in the pages that much of the text was read in; whether it is clear.
    fn judge_quickly(
        &mut self,
        text: &[u8],
        ends_line: bool,
        out: &mut Vec<u8>,
        listen: &mut dyn FnMut(&Repair<'_>),
    ) -> bool {
        let Self { options, before, trust, quick, stack, reader, items, offset, .. } = self;
        #[cfg(not(target_arch = "wasm32"))]
        let lost = &mut self.lost;
        let Some(page) = trust.page() else { return false };
        let Ok(line) = utf8::validate(text) else { return false };
        let is_stack = stack.read(line, *before, trust);
        if !is_stack && !quick.read(line, *before, page, trust) {
            return false;
        }
        let now = if is_stack { stack.text() } else { quick.text() };
        let lossy = options.lossy;
        if let Found::At(at) = find(now, *before, lossy, true, items)
            // It may have been misread more often than it was read.
            && (is_stack && stack.goes_on()
                || !is_stack && stack.is_known_and_mixed()
                || !reader.read(now, *before, trust, 0, lossy).is_empty()
                || !read_anew(reader, now, at, *before, lossy).is_empty())
        {
            return false;
        }
        #[cfg(not(target_arch = "wasm32"))]
        if lossy {
            lost.remember(now);
        }
        out.extend_from_slice(now);
        let end = before.end_of(now, ends_line);
        let start = std::mem::replace(offset, *offset + text.len() as u64);
        *before = end;
        match is_stack {
            true => stack.tell(line, start, trust, listen),
            false => quick.tell(line, (start, page), trust, listen),
        }
        true
    }
}

/// What a second run reads of `text`: its window begins at `at`, and it knows nothing of the text before.
fn read_anew(
    reader: &mut Reader,
    text: &[u8],
    at: usize,
    before: Before,
    lossy: bool,
) -> Vec<Plan> {
    let before = before.end_of(&text[..at], false);
    let plans = reader.read(&text[at..], before, &Trust::default(), 0, lossy);
    plans.into_iter().map(|plan| plan.later(at)).collect()
}

/// Whether some of what was not read is nothing that anybody would write: several code points that
/// are not ASCII, and unlikely behind each other. Sequences of which the end is missing, in a page that more
/// was read in, are text that was cut.
fn leaves_garbage(now: &[u8], edits: &[Edit]) -> bool {
    // Of each, with a sign among them, and of letters alone: those of names in capitals.
    const BITS: [i32; 2] = [12, 15];
    let mut at = 0;
    let end = now.len()..now.len();
    let ends = edits.iter().map(Edit::now).chain(iter::once(end));
    for Range { start, end } in ends {
        let (mut last, mut count, mut bits, mut letters) = (cost::EDGE, 0, 0, 0);
        for chunk in now[at..start].utf8_chunks() {
            let text = chunk.valid();
            let mut run = 0;
            for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
                let known = cost::of(c);
                // What pages have comes, by any change of case, from below Armenian letters, and is neither of
                // phonetics nor a mark.
                let is_of_page = matches!(c, '\u{80}'..='\u{24F}' | '\u{2C6}'..='\u{2DF}' | '\u{370}'..='\u{52F}' | '\u{FFFD}')
                    || pages::row(c).bytes != [0; PAGES];
                if !is_of_page {
                    if count > 1
                        && bits >= BITS[usize::from(letters == count)] * count
                        && !(ends_line(now, &text[at..]) && is_cut_off(&text[run..at], edits))
                    {
                        return true;
                    }
                    (count, bits, letters) = (0, 0, 0);
                    run = at + c.len_utf8();
                } else {
                    count += 1;
                    bits += cost::cost(last, known);
                    letters += i32::from(known.is_letter());
                }
                last = known.behind(last);
            }
        }
        at = end;
    }
    false
}

/// Whether no word follows `behind`, nor is in it, a part of the line.
fn ends_line(line: &[u8], behind: &str) -> bool {
    let from = behind.as_ptr().addr() - line.as_ptr().addr();
    let marks = line[from..].trim_ascii();
    let marks = marks.strip_prefix("…".as_bytes()).unwrap_or(marks);
    !marks.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Whether it is nothing but sequences of which the end is missing, in a page that no fewer were read in; and an
/// ellipsis.
fn is_cut_off(text: &str, edits: &[Edit]) -> bool {
    let text = text.strip_suffix('…').unwrap_or(text);
    (0..PAGES).any(|page| {
        let (mut cut, mut missing) = (0, 0);
        let is_cut = text.chars().all(|c| {
            let byte = match c {
                // What a page leaves undefined, or another one of the text has so.
                '\u{80}'..='\u{9F}' => c as u8,
                c => pages::row(c).bytes[page],
            };
            let len = sequence::len(byte);
            if len > 0 {
                (cut, missing) = (cut + 1, len as i32 - 1);
                return true;
            }
            missing -= 1;
            matches!(byte, 0x80..=0xBF) && missing > 0
        });
        let read = edits.iter().flat_map(Edit::steps);
        is_cut && cut <= read.map(|step| step.count_in(page)).sum::<usize>()
    })
}

/// Where the first line ends.
fn end_of_line(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    // One instruction for many bytes.
    while let Some(block) = text[at..].first_chunk::<32>() {
        if block.iter().fold(false, |found, byte| found | (*byte == b'\n')) {
            break;
        }
        at += block.len();
    }
    text[at..].iter().position(|byte| *byte == b'\n').map(|end| at + end)
}

/// Where a window ends in a line that is longer: where a word ends, or else at ASCII, or else
/// before what continues no sequence, or else where a code point ends.
fn cut(near: &[u8]) -> usize {
    let last = |is: fn(&u8) -> bool| near.iter().rposition(is).filter(|at| *at > 0);
    let starts =
        |at: &usize| utf8::floor_boundary(near, *at) == *at && look(&near[*at..]).0.follows == 0;
    let whole = utf8::floor_boundary(near, near.len());
    last(|byte| *byte == b' ')
        .or_else(|| last(u8::is_ascii))
        .or_else(|| (whole.saturating_sub(LOOK_AHEAD).max(1)..whole).rev().find(starts))
        .unwrap_or(whole.max(1))
}
