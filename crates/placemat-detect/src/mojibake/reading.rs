//! The likeliest reading of a piece of text: what of it stays, and what is read in which page.
//!
//! Every way through the text costs bits: what its code points cost behind each other, and
//! something for each page that it goes into. The cheapest one is found as Viterbi did. To leave
//! the text as it is, is one of the ways, and the difference to it says how sure the result is.

use super::clues::{
    BEFORE_SPACE, INSIDE, SMALL_INSIDE, ends_of_words, inside, is_asked, is_behind_lost, is_call,
    is_cut, is_half, is_listed_space, is_mention, is_mirrored, is_rest, is_talked_about, is_unit,
    is_used_alone, starts_before_space, starts_word,
};
use super::context::{self, Before, Trust};
use super::cost::{self, Trait};
use super::items::{Item, Rest, look_around, take_apart};
use super::line::{closes, is_accented, is_binary, is_mark};
use super::pages::{
    C1, IBM866, PAGES, SAME, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, each, row,
};
use super::place::{Around, Company, is_dressed, known};
use super::plan::Plan;
use super::sequence::{self, Chain, Loss, Sequence, is_mixed};
use placemat::utf8;
use std::ops::Range;
use std::{array, iter};

/// To say that text was misread once more in the same page, and in another one.
pub(super) const DEEPER: i32 = 6;
pub(super) const ELSEWHERE: i32 = 3;

/// To read what is only mentioned: `â€™` in quotation marks, alone.
const MENTIONED: i32 = 60;

/// To read letters behind letters that are as they should be.
const OTHER_WORDS: i32 = 12;

/// To read a letter and the mark that stands behind it rightly.
const DRESSED: i32 = 14;

/// To read what ends a quotation, as it stands.
const CLOSED: i32 = 20;

/// To read what a letter or sign follows that begins a sequence in the page, but is none: what was misread is so
/// in one piece.
const HALF: i32 = 20;

/// To read one letter over and over.
const CALL: i32 = 30;

/// To read what stands behind a letter that would go on with a sequence in the page, and begins one in windows-1252.
const STRAY: i32 = 12;

/// To read "…" behind what may be the start of a letter, at the end of a word.
const CUT: i32 = 12;

/// The same, where the rest of the word is as it should be.
const WRITTEN: i32 = 40;

/// So much a page costs at least, in the middle of a word.
const LEAST_INSIDE: i32 = 2;

/// By how much a space that may have been a no-break one costs less where something else was read in the page.
const KNOWN: i32 = 4;

/// By how many bits all that is read in a page must be likelier than the text as it is.
pub(super) const LEAST: i32 = 4;

/// The same, among so many letters of Latin that stay and are not ASCII.
const SURE: i32 = 8;
const MANY: usize = 2;

/// A part of the text that was read in a page.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) chain: Chain,
    /// In bytes.
    pub(super) range: Range<usize>,
    pub(super) after: String,
    pub(super) loss: Option<Loss>,
    /// Something of it has no loss.
    pub(super) has_proof: bool,
    /// How much likelier it is than what stands there.
    pub(super) bits: i32,
}

impl Reading {
    /// The pages that something was read in without a loss.
    pub(super) fn proves(&self) -> u16 {
        let pages =
            (0..self.chain.depth).fold(0, |pages, undone| pages | 1 << self.chain.page(undone));
        if self.has_proof { pages } else { 0 }
    }
}

/// The cheapest way to a place, in a page or in none.
#[derive(Clone, Copy, Debug)]
struct Node {
    cost: i32,
    /// Of the last code point.
    last: Trait,
    /// The place before, and its state.
    from: (u32, u8),
    /// It has just been read in the page, and counts as that.
    reads: Option<(char, Trait, Option<Loss>)>,
    /// What was paid for the page.
    start: i32,
}

const FAR: i32 = i32::MAX / 2;

/// What is dearer by more than it costs to go on from anywhere, at most, does not become cheaper.
/// (A mention costs the same from everywhere.)
const MOST: i32 = 14 + 2 * DEEPER + ELSEWHERE + cost::MOST;

/// Finds readings; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    items: Vec<Item>,
    nodes: Vec<Node>,
    /// The pages of each state but the first, which is that of text as it is.
    states: Vec<Chain>,
    /// All that items can be, in their order: the item, the state, and the sequence.
    sequences: Vec<(usize, usize, Sequence)>,
}

impl Reader {
    /// What is to be read of `text`, in order, which a line's end or a space follows; some of it was read in the pages of
    /// `proven` before.
    pub(super) fn read(
        &mut self,
        text: &[u8],
        before: Before,
        trust: &Trust,
        proven: u16,
        lossy: bool,
    ) -> Vec<Plan> {
        let readings = self.readings(text, before, trust, proven, lossy).into_iter();
        readings.filter_map(|reading| Plan::of(text, reading, lossy)).collect()
    }

    /// What is likeliest, whether it can be proved or not.
    fn readings(
        &mut self,
        text: &[u8],
        before: Before,
        trust: &Trust,
        proven: u16,
        lossy: bool,
    ) -> Vec<Reading> {
        take_apart(text, &mut self.items);
        look_around(text, before, &mut self.items);
        let has_controls = !before.line.is_binary && !is_binary(text);
        self.choose_states(before.c, lossy, has_controls);
        if self.states.is_empty() {
            return Vec::new();
        }
        self.walk(text, before, trust);
        let readings = self.way_back(before, cost::EDGE);
        if !self.weigh_spaces(text, before, &readings, proven, lossy) {
            return readings;
        }
        self.walk(text, before, trust);
        self.way_back(before, cost::EDGE)
    }

    /// Spaces that may have been no-break ones cost less where something else was read in their page. Others are
    /// left out, unless the first byte would be a letter behind a small one or a digit. Whether that changes
    /// anything.
    ///
    /// "ĐÃ NÓI" is Vietnamese, "MAÇÃ VERDE" Portuguese.
    fn weigh_spaces(
        &mut self,
        text: &[u8],
        before: Before,
        readings: &[Reading],
        proven: u16,
        lossy: bool,
    ) -> bool {
        let is_space = |loss: Option<Loss>| loss == Some(Loss::Space);
        if !self.sequences.iter().any(|(.., sequence)| is_space(sequence.loss)) {
            return false;
        }
        let is_read_so = readings.iter().any(|reading| is_space(reading.loss));
        let many = MANY + self.before_spaces(readings);
        let kept = self.kept(before, readings, many);
        let many_stay = kept >= many;
        // A guess will do, unless there are letters that stay as they are: "Â Ã Ä Å".
        let will_do = !is_read_so || lossy && kept < MANY;
        let known = readings.iter().fold(0, |pages, reading| pages | reading.proves());
        let is_known = |chain: Chain| known >> chain.outer & 1 == 1;
        let items = &self.items;
        let rest_is_ascii = before.line.is_ascii
            && items.iter().all(|item| item.is_ascii() || is_read(readings, item.start));
        let is_clear = |at: usize| {
            let mut rest = &text[..items[at].start];
            let mut earlier = [before.c, before.earlier].into_iter();
            let mut step_back = || match utf8::decode_last(rest) {
                Some((c, len)) => {
                    rest = &rest[..rest.len() - len];
                    c.unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                None => earlier.next().unwrap_or('\n'),
            };
            let c = step_back();
            let is_syllable = || items.get(at + 2).is_some_and(|item| item.rest == Rest::Joined);
            if c.is_lowercase() || c.is_ascii_digit() || c.is_alphabetic() && is_syllable() {
                return true;
            }
            // Of the bytes that are left, some may be no letters: "à²" in "à² _à² ".
            let rest = items[at + 1..].iter().take_while(|item| !item.is_ascii());
            if rest.clone().count() > 0 {
                return rest.clone().any(|item| !item.known.is_letter());
            }
            match items[at].first {
                Some('Â') if matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')') => true,
                // A word of its own in a line of ASCII: "tha mi Ã  Glaschu", "Ã la carte".
                Some('Ã' | 'Â') if rest_is_ascii => {
                    let behind = &text[items[at + 1].end..];
                    let starts = match c {
                        '\n' => true,
                        ' ' => step_back().is_ascii_lowercase(),
                        _ => false,
                    };
                    // "Â phob" is Welsh.
                    let is_a = items[at].first == Some('Ã');
                    let goes_on =
                        |c: &u8| *c == b' ' || c.is_ascii_digit() || is_a && c.is_ascii_lowercase();
                    starts && behind.first().is_some_and(goes_on)
                }
                _ => false,
            }
        };
        // "Â" is a letter of its own then: of Welsh, of mathematics.
        let is_alone = |at: usize| !before.last_two(&text[..items[at].start])[1].is_alphanumeric();
        let (all, mut cheaper) = (self.sequences.len(), false);
        self.sequences.retain_mut(|(at, _, Sequence { c, chain, loss, cost, .. })| {
            if !is_space(*loss) || chain.depth > 1 {
                return true;
            }
            // "ÅRET, PÅ BØ" stays in a line that has "sÃ¥", too.
            // Of two layers, only "à" got lost between them: "30 Å" is what is left.
            let is_misread = proven >> chain.outer & 1 == 1 && *c == 'à';
            let may_be = proven == 0 && !many_stay || is_clear(*at);
            if is_misread || is_known(*chain) && may_be {
                cheaper = true;
                *cost -= KNOWN;
                return true;
            }
            will_do && !(is_read_so && *c == '\u{A0}' && is_alone(*at)) || is_clear(*at)
        });
        cheaper || self.sequences.len() < all
    }

    /// How many letters of Latin in the line stay as they are: they say that it was read rightly. No more are counted
    /// than `most`, and those before.
    fn kept(&self, before: Before, readings: &[Reading], most: usize) -> usize {
        let pages = readings.iter().fold(0_u32, |pages, reading| pages | 1 << reading.chain.outer);
        let is_kept = |(at, item): &(usize, &Item)| {
            // What is left of a sequence says nothing.
            let is_rest = || {
                let is_half = |page| is_half(&self.items, *at, page);
                ends_at(readings, item.start).is_some_and(|reading| is_half(reading.chain.outer))
                    || (0..PAGES)
                        .any(|page| pages >> page & 1 == 1 && is_asked(&self.items, *at, page))
            };
            item.first.is_some_and(is_accented) && !is_read(readings, item.start) && !is_rest()
        };
        before.line.accented + self.items.iter().enumerate().filter(is_kept).take(most).count()
    }

    /// How many letters of Latin may be part of a sequence with a space, and are not read.
    fn before_spaces(&self, readings: &[Reading]) -> usize {
        let (mut done, mut count) = (0, 0);
        for (at, _, sequence) in &self.sequences {
            if sequence.loss == Some(Loss::Space) && *at >= done {
                let stays = |item: &&Item| {
                    item.first.is_some_and(is_accented) && !is_read(readings, item.start)
                };
                count += self.items[*at..sequence.end].iter().filter(stays).count();
                done = sequence.end;
            }
        }
        count
    }

    /// Those in which there is a sequence; of those that read all alike, the first.
    /// With `controls`, those of C1 are text that was misread.
    fn choose_states(&mut self, before: char, lossy: bool, controls: bool) {
        // For each page, those before it that have been the same so far; and those with sequences.
        let mut same: [u16; SAME] = array::from_fn(|page| (1 << page) - 1);
        let mut active = 0_u16;
        self.sequences.clear();
        for c in self.items.iter().filter_map(|item| item.first).filter(|c| !c.is_ascii()) {
            let of_item = row(c);
            if of_item.leads | of_item.follows != 0 {
                same.iter_mut().zip(of_item.same).for_each(|(same, row)| *same &= row);
            }
        }
        for (at, item) in self.items.iter().enumerate() {
            let Some(c) = item.first.filter(|c| !c.is_ascii()) else { continue };
            let of_item = row(c);
            if of_item.leads | of_item.follows != 0 {
                let next = self.items.get(at + 1);
                let is_space = next.is_some_and(|item| item.single(' '));
                let follows = next.and_then(|item| item.first).unwrap_or('\0');
                // It may have been a no-break one.
                let follows = match follows {
                    _ if is_space => row('\u{A0}').follows,
                    // A byte that windows-1252 leaves undefined.
                    '\u{FFFD}' => 1,
                    c => row(c).follows,
                };
                let may_lead = match lossy {
                    true => {
                        of_item.leads & sequence::may_go_on(c, next.and_then(|item| item.first))
                    }
                    false => of_item.leads & follows,
                };
                for page in each(may_lead) {
                    // It would be left out below.
                    if same[page] & active != 0 {
                        continue;
                    }
                    sequence::read(&self.items, at, page, lossy, &mut |sequence| {
                        active |= 1 << page;
                        let is_call = is_call(&self.items, at, sequence.end);
                        let cost = sequence.cost + if is_call { CALL } else { 0 };
                        self.sequences.push((at, 0, Sequence { cost, ..sequence }));
                    });
                }
            }
            let is_misread =
                || controls && !item.entity && !is_listed_space(before, &self.items, at);
            if let Some(c) = sequence::replaced(c).filter(|_| is_misread()) {
                let chain = Chain::once(C1);
                let sequence = Sequence { c, end: at + 1, loss: None, cost: 0, chain };
                self.sequences.push((at, 0, sequence));
            }
        }
        let is_other = |sequence: &Sequence| {
            sequence.chain.outer >= PAGES || same[sequence.chain.outer] & active == 0
        };
        let is_of_15 = may_be_iso_8859_15(&self.items);
        let items = &self.items;
        self.sequences.retain(|(at, _, sequence)| {
            is_other(sequence)
                && !(is_of_15
                    && matches!(sequence.chain.outer, WINDOWS_1252 | WINDOWS_1254)
                    && is_mixed(&items[*at..sequence.end], WINDOWS_1252))
        });
        self.states.clear();
        for (_, state, Sequence { chain, .. }) in &mut self.sequences {
            let known = self.states.iter().position(|state| state == chain);
            *state = 1 + known.unwrap_or(self.states.len());
            if known.is_none() {
                self.states.push(*chain);
            }
        }
    }

    /// Fills in the nodes: those of a place are what is cheapest for the items before it.
    fn walk(&mut self, text: &[u8], before: Before, trust: &Trust) {
        let states = self.states.len() + 1;
        let none = Node { cost: FAR, last: cost::EDGE, from: (0, 0), reads: None, start: 0 };
        self.nodes.clear();
        self.nodes.resize((self.items.len() + 1) * states, none);
        self.nodes[0] = Node { cost: 0, last: before.known, ..none };
        let mut sequences = &self.sequences[..];
        let company = Company::of(sequences, &self.states);
        let is_mixed = is_mixed(&self.items, WINDOWS_1252);
        // The letters that words in capitals end with.
        let mut words = None;
        // The last quotation mark.
        let mut opened = before.line.mark;
        for at in 0..self.items.len() {
            let item = self.items[at];
            let (now, later) = self.nodes.split_at_mut((at + 1) * states);
            let now = &now[at * states..];
            let mut offer = |place: usize, state: usize, node: Node| {
                let old = &mut later[(place - at - 1) * states + state];
                if node.cost < old.cost {
                    *old = node;
                }
            };
            let least = now.iter().map(|node| node.cost).min().unwrap_or(FAR);
            let likely = |node: &&(usize, &Node)| node.1.cost <= least + MOST;
            for (state, node) in now.iter().enumerate().filter(|node| likely(&node)) {
                // ASCII is the same in all pages.
                let to = if item.is_ascii() { state } else { 0 };
                // What is left of a sequence behind others is no letter.
                let is_rest =
                    node.reads.is_some() && is_rest(&self.items, at, self.states[state - 1].outer);
                let known = if is_rest { item.known.no_letter() } else { item.known };
                let cost = node.cost + cost::cost(node.last, known);
                let from = (at as u32, state as u8);
                let last = known.end(item.last, node.last);
                offer(at + 1, to, Node { cost, last, from, reads: None, start: 0 });
            }
            let of_item = sequences.iter().take_while(|sequence| sequence.0 == at).count();
            let (here, behind) = sequences.split_at(of_item);
            sequences = behind;
            let [earlier, of_before] = match here {
                [] => ['\n'; 2],
                _ => before.last_two(&text[..item.start]),
            };
            for &(_, own, sequence) in here {
                let Chain { outer: page, inner, depth, .. } = sequence.chain;
                let behind = self.items.get(sequence.end).and_then(|item| item.first);
                let has_sign =
                    !self.items[at..sequence.end].iter().all(|item| item.known.is_letter());
                let later = self.items.get(sequence.end + 1).and_then(|item| item.first);
                let around = Around { before: [earlier, of_before], behind: [behind, later] };
                let known = known(around, sequence, &self.items[at..sequence.end])
                    .dearer(company.odd(sequence.c, page));
                // Nobody types controls to talk about a sequence, nor half of what was misread twice.
                let is_control =
                    |item: &Item| item.first.is_some_and(|c| matches!(c, '\u{80}'..='\u{9F}'));
                let is_mention = is_mention(of_before, behind)
                    && depth == 1
                    && is_talked_about(sequence.c)
                    && !(of_before == '(' && is_unit(sequence.c))
                    && (page == C1 || !self.items[at..sequence.end].iter().any(is_control));
                let mut marks =
                    self.items[at + 1..sequence.end].iter().filter_map(|item| item.first);
                // " Â»": no word ends with "Â" alone, and the mark closes what is open, as well.
                let all = marks.clone();
                let is_alone = || of_before.is_whitespace() && all.eq([sequence.c]);
                // Nor is it closed where a word goes on, nor behind a capital letter that no word ends with: "fin.Â»".
                let is_capital = || {
                    item.known.is_upper()
                        && (of_before.is_lowercase() || matches!(of_before, '.' | '!' | '?' | '…'))
                };
                let is_closed = marks.any(|mark| opened.is_some_and(|opened| closes(opened, mark)))
                    && !behind.is_some_and(char::is_alphanumeric)
                    && !is_alone()
                    && !is_capital();
                // "10 Å²" is an area.
                let is_area = matches!(of_before, ' ' | '0'..='9')
                    && item.first == Some('Å')
                    && matches!(self.items[at + 1].first, Some('²' | '³' | '·'))
                    && !matches!(behind, Some(c) if c.is_lowercase() && !c.is_ascii());
                // What it would be part of closes what one before it opened.
                let is_pair = sequence.loss == Some(Loss::Quote)
                    && of_before == '"'
                    && self.items[sequence.end - 1].single('"');
                let mention = match is_mention || is_area || is_pair {
                    true => MENTIONED,
                    false if is_closed => CLOSED,
                    false => 0,
                };
                let elsewhere = if inner == page { 0 } else { ELSEWHERE + context::rarer(inner) };
                let deeper = match inner {
                    C1 if page != C1 => ELSEWHERE,
                    _ => DEEPER * i32::from(depth - 1) + elsewhere,
                };
                // "ПриватБанк", "ΕΞ΄": what was misread does not stand behind letters that were not.
                let is_word = matches!(
                    (page, of_before),
                    (IBM866 | WINDOWS_1251, '\u{400}'..='\u{52F}')
                        | (WINDOWS_1253, '\u{386}'..='\u{3CE}')
                ) && (page != IBM866 || !has_sign);
                let amid = match is_word {
                    true => OTHER_WORDS,
                    false
                        if earlier.is_uppercase()
                            && of_before.is_uppercase()
                            && is_used_alone(
                                &self.items[at..sequence.end],
                                words.get_or_insert_with(|| ends_of_words(&self.items)),
                            ) =>
                    {
                        DRESSED
                    }
                    false if is_dressed(around, sequence.c, &self.items[at..sequence.end]) => {
                        DRESSED
                    }
                    false => 0,
                };
                // In the middle of a word, no face ends.
                let is_face = self.items.get(sequence.end).map(|eye| eye.first) == Some(item.first);
                let in_word = || {
                    let is_letter = |c: char| c.is_ascii_alphabetic();
                    sequence.loss.is_none()
                        && if is_face {
                            is_letter(of_before) && is_letter(earlier)
                        } else {
                            is_letter(of_before) || later.is_some_and(is_letter)
                        }
                };
                let is_half = !trust.has(page)
                    && is_half(&self.items, sequence.end, page)
                    && !in_word()
                    && (is_face || !is_cut(&self.items, sequence.end, page))
                    || is_mirrored([earlier, of_before], &self.items[at..], sequence.end - at);
                // So is a letter before that goes on with nothing, in a page that few texts were read in.
                let is_stray = page > 1
                    && page < PAGES
                    && !trust.has(page)
                    && matches!(row(of_before).bytes[page], 0x80..=0xBF)
                    && row(of_before).leads & 0b11 != 0;
                // "ForlÃ…" was cut: no word goes on with a capital letter and ends, nor is one read behind
                // letters that are as they should be, and few lines end with a letter.
                let is_written = || {
                    !of_before.is_ascii()
                        && of_before.is_alphabetic()
                        && page < PAGES
                        && !matches!(row(of_before).bytes[page], 0x80..=0xBF)
                };
                let is_lone = || of_before == ' ' && earlier.is_alphabetic() && behind.is_none();
                let ends = || !behind.is_some_and(char::is_alphanumeric);
                let is_short = self.items[sequence.end - 1].first == Some('…') && ends();
                let cut = match is_short {
                    true if is_written() => WRITTEN,
                    // What is in iso-8859-1 elsewhere has no dots.
                    true if page == 0 && is_mixed && behind.is_none() => CUT,
                    true if of_before.is_lowercase() && sequence.c.is_uppercase()
                        || is_lone()
                        || cost::bits(sequence.c) > 9
                            && !matches!(sequence.c, '\u{3400}'..='\u{9FFF}') =>
                    {
                        CUT
                    }
                    false if sequence.loss.is_some() && ends() && is_written() => CUT,
                    _ => 0,
                };
                // Nothing begins where another sequence goes on.
                let is_behind_lost =
                    || page != WINDOWS_1252 && !trust.has(page) && is_behind_lost(&self.items, at);
                let half = match (is_half, is_stray) {
                    (true, _) => HALF,
                    (_, true) => STRAY,
                    _ if is_behind_lost() => HALF,
                    _ => 0,
                };
                // Words have signs in them by mistake; "PĂŞUNI" is Romanian.
                let begins = || starts_word(&self.items[at..sequence.end], of_before, behind);
                let before_space = || {
                    let rest = &self.items[at + 1..sequence.end];
                    starts_before_space([earlier, of_before], sequence, behind, rest)
                };
                let inside = match has_sign {
                    true if known.is_upper() && sequence.c.is_lowercase() => SMALL_INSIDE,
                    true if begins() => INSIDE,
                    true if before_space() => BEFORE_SPACE,
                    true => inside(
                        [earlier, of_before],
                        sequence,
                        behind,
                        &self.items[at + 1..sequence.end],
                    ),
                    false => 0,
                };
                for (state, node) in now.iter().enumerate().filter(|node| likely(&node)) {
                    let start = match (state == own, node.reads) {
                        (true, Some(_)) => 0,
                        (true, None) => trust.again(page),
                        _ if state > 0 && self.states[state - 1].outer == page => {
                            trust.again(page) + deeper.max(DEEPER)
                        }
                        _ => {
                            let start = trust.start(page) + deeper;
                            (start - inside).max(start.min(LEAST_INSIDE)) + mention + amid + half
                        }
                    };
                    // What shows that something was lost pays for the page.
                    let start = start + sequence.cost.min(0);
                    let cost = node.cost
                        + start
                        + cut
                        + sequence.cost.max(0)
                        + cost::cost(node.last, known);
                    let from = (at as u32, state as u8);
                    let reads = Some((sequence.c, known, sequence.loss));
                    let last = known.behind(node.last);
                    offer(sequence.end, own, Node { cost, last, from, reads, start });
                }
            }
            opened = item.first.filter(|c| is_mark(*c) && !item.entity).or(opened);
        }
    }

    /// What was read on the cheapest way, from its start.
    fn way_back(&self, before: Before, after: Trait) -> Vec<Reading> {
        let states = self.states.len() + 1;
        let end = &self.nodes[self.items.len() * states..];
        let total = |node: &Node| {
            if node.cost < FAR { node.cost + cost::cost(node.last, after) } else { FAR }
        };
        // The first of those that cost the same: text as it is.
        let best = (0..states).min_by_key(|state| total(&end[*state])).unwrap_or(0);
        let mut way = Vec::new();
        let (mut place, mut state) = (self.items.len(), best);
        while place > 0 {
            let node = &self.nodes[place * states + state];
            way.push((node.from.0 as usize, place, state, node));
            (place, state) = (node.from.0 as usize, usize::from(node.from.1));
        }
        if way.iter().all(|(.., node)| node.reads.is_none()) {
            return Vec::new();
        }
        way.reverse();
        let mut readings: Vec<Reading> = Vec::new();
        let mut at = 0;
        while at < way.len() {
            let (from, _, state, node) = way[at];
            if node.reads.is_none() {
                at += 1;
                continue;
            }
            // All that follows in the same page, as deep, is one reading.
            let is_more =
                |step: &&(usize, usize, usize, &Node)| step.2 == state && step.3.reads.is_some();
            let len = way[at..].iter().take_while(is_more).count();
            let steps = &way[at..at + len];
            let to = steps[len - 1].1;
            let first = at.checked_sub(1).map_or(before.known, |at| way[at].3.last);
            let chain = self.states[state - 1];
            let behind = way.get(at + len).map_or(after, |step| match step.3.reads {
                Some((_, known, _)) => known,
                None if is_rest(&self.items, step.0, chain.outer) => {
                    self.items[step.0].known.no_letter()
                }
                None => self.items[step.0].known,
            });
            let new = steps.iter().filter_map(|step| step.3.reads);
            let old = self.items[from..to].iter().map(|item| (item.known, item.last));
            let behind = iter::once((behind, None));
            let known = new.clone().map(|(_, known, _)| (known, None));
            let bits = cost::along(first, old.chain(behind.clone()))
                - cost::along(first, known.chain(behind));
            readings.push(Reading {
                chain,
                range: self.items[from].start..self.items[to - 1].end,
                after: new.clone().map(|(c, ..)| c).collect(),
                has_proof: new.clone().any(|(.., loss)| loss.is_none()),
                loss: new.filter_map(|(.., loss)| loss).max(),
                bits,
            });
            at += len;
        }
        // What was paid for a page, all that was read in it share.
        let mut paid = [(0, 0); PAGES + 1];
        for (_, _, state, node) in way.iter().filter(|step| step.3.reads.is_some()) {
            paid[self.states[state - 1].outer].0 += node.start;
        }
        readings.iter().for_each(|reading| paid[reading.chain.outer].1 += 1);
        for reading in &mut readings {
            let (start, shared) = paid[reading.chain.outer];
            // What is weak needs no share where it is likelier by more than it costs to go on.
            let alone = reading.bits - context::AGAIN;
            reading.bits -= (start + shared - 1) / shared;
            if shared > 1 {
                reading.bits = reading.bits.max(alone.min(1));
            }
        }
        // One is likely enough, or many are likely.
        let (mut best, mut sums) = ([0; PAGES + 1], [0; PAGES + 1]);
        for Reading { chain, bits, .. } in &readings {
            best[chain.outer] = best[chain.outer].max(*bits);
            sums[chain.outer] += bits.max(&0);
        }
        let least = if self.kept(before, &readings, MANY) < MANY { LEAST } else { SURE };
        readings.retain(|Reading { chain: Chain { outer: page, .. }, bits, .. }| {
            let is_likely = match *page {
                C1 => sums[C1] >= LEAST,
                page => best[page] >= least || sums[page] >= 3 * least,
            };
            *bits > 0 && is_likely
        });
        readings
    }
}

/// How many of the readings, which are in order, end up to there.
fn done(readings: &[Reading], at: usize) -> usize {
    readings.partition_point(|reading| reading.range.end <= at)
}

/// Whether what stands there is part of a reading.
fn is_read(readings: &[Reading], at: usize) -> bool {
    readings.get(done(readings, at)).is_some_and(|reading| reading.range.contains(&at))
}

/// The reading that ends there.
fn ends_at(readings: &[Reading], at: usize) -> Option<&Reading> {
    let last = done(readings, at).checked_sub(1)?;
    readings.get(last).filter(|reading| reading.range.end == at)
}

/// Whether controls and signs of a line are those of iso-8859-15 as well as of iso-8859-1 of which some controls became
/// signs: "ì\u{9c}Œ" would be "윌", and is "으".
fn may_be_iso_8859_15(items: &[Item]) -> bool {
    let (mut has_control, mut has_sign) = (false, false);
    for c in items.iter().filter_map(|item| item.first) {
        match c {
            '\u{80}'..='\u{9F}' => has_control = true,
            'Š' | 'š' | 'Ž' | 'ž' | 'Œ' | 'œ' | 'Ÿ' | '€' => has_sign = true,
            '¤' | '¦' | '¨' | '´' | '¸' | '¼' | '½' | '¾' => return false,
            _ if matches!(row(c).bytes[0], 0x80..=0x9F) => return false,
            _ => {}
        }
    }
    has_control && has_sign
}
