//! Patterns of paths: those of EditorConfig, and those of git. A pattern is compiled into a program for a
//! small machine, which tries its alternatives and remembers which it has tried, at which byte: so the time is
//! at most the length of the program times that of the path, whatever the pattern is.

/// Which signs mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// As the EditorConfig specification has them: `*`, `**`, `?`, `[..]`, `{a,b}`, `{1..9}`.
    EditorConfig,
    /// As gitignore(5) has them: no braces, and `**` only as a whole part of the path.
    Git,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct Glob(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Byte(u8),
    /// One character, or one byte that is part of none; never a slash.
    Any,
    /// One byte; with `true` a slash, too.
    Byte1(bool),
    /// One character of these ranges, or of all others.
    Class(Vec<(char, char)>, bool),
    /// An integer between these, without needless zeros.
    Number(i64, i64),
    /// Goes on at either step, the first of them first.
    Split(usize, usize),
    Jump(usize),
}

/// Longer patterns match nothing, as the EditorConfig specification allows.
const LONGEST: usize = 4096;

impl Glob {
    /// `pattern` for paths below the folder of the file that has it, with `/` between names. Without a slash it is
    /// about names in any folder.
    pub(crate) fn new(pattern: &str, dialect: Dialect) -> Self {
        let anchored = match dialect {
            Dialect::EditorConfig => pattern.contains('/'),
            // A slash at the end is about folders, and those have no text.
            Dialect::Git => pattern.trim_end_matches('/').contains('/'),
        };
        let is_of_folders = dialect == Dialect::Git && pattern.ends_with('/');
        if pattern.len() > LONGEST || is_of_folders || pattern.is_empty() {
            // No path is empty.
            return Self(Vec::new());
        }
        let chars: Vec<char> = pattern.strip_prefix('/').unwrap_or(pattern).chars().collect();
        let mut compiler = Compiler { chars: &chars, dialect, steps: Vec::new() };
        if !anchored {
            compiler.folders();
        }
        compiler.all(0..chars.len());
        Self(compiler.steps)
    }

    /// Whether `path`, which is relative to the folder of the pattern, is meant by it.
    pub(crate) fn matches(&self, path: &[u8]) -> bool {
        let (steps, width) = (&self.0, path.len() + 1);
        let mut tried = vec![false; (steps.len() + 1) * width];
        let mut open = vec![(0, 0)];
        while let Some((step, at)) = open.pop() {
            if std::mem::replace(&mut tried[step * width + at], true) {
                continue;
            }
            let rest = &path[at..];
            match steps.get(step) {
                None if rest.is_empty() => return !path.is_empty(),
                None => {}
                Some(Step::Byte(byte)) if rest.first() == Some(byte) => {
                    open.push((step + 1, at + 1))
                }
                Some(Step::Byte1(slash)) if rest.first().is_some_and(|&b| *slash || b != b'/') => {
                    open.push((step + 1, at + 1));
                }
                Some(Step::Any) => {
                    if let Some((_, len)) = first(rest).filter(|(c, _)| *c != Some('/')) {
                        open.push((step + 1, at + len));
                    }
                }
                Some(Step::Class(ranges, wanted)) => {
                    let meant = |c: char| {
                        c != '/'
                            && ranges.iter().any(|&(low, high)| (low..=high).contains(&c))
                                == *wanted
                    };
                    match first(rest) {
                        Some((Some(c), len)) if meant(c) => open.push((step + 1, at + len)),
                        // What is no character is in no list.
                        Some((None, len)) if !wanted => open.push((step + 1, at + len)),
                        _ => {}
                    }
                }
                Some(&Step::Number(low, high)) => {
                    let ends = integers(rest).filter(|(number, _)| (low..=high).contains(number));
                    open.extend(ends.map(|(_, len)| (step + 1, at + len)));
                }
                Some(&Step::Split(one, other)) => open.extend([(other, at), (one, at)]),
                Some(&Step::Jump(to)) => open.push((to, at)),
                Some(_) => {}
            }
        }
        false
    }
}

/// The first character and its length; none for a byte that begins none.
fn first(bytes: &[u8]) -> Option<(Option<char>, usize)> {
    let item = placemat::utf8::code_points(bytes).next()?;
    Some(item.map_or((None, 1), |c| (Some(c), c.len_utf8())))
}

/// The integers that `bytes` begin with, and how long each is.
fn integers(bytes: &[u8]) -> impl Iterator<Item = (i64, usize)> {
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let digits = bytes[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    // A zero in front makes it a name.
    let most = if bytes.get(sign) == Some(&b'0') { digits.min(1) } else { digits };
    let number = move |len| str::from_utf8(&bytes[..sign + len]).ok()?.parse().ok();
    (1..=most).filter_map(move |len| Some((number(len)?, sign + len)))
}

struct Compiler<'a> {
    chars: &'a [char],
    dialect: Dialect,
    steps: Vec<Step>,
}

impl Compiler<'_> {
    /// Compiles a part of the pattern.
    fn all(&mut self, part: std::ops::Range<usize>) {
        let mut at = part.start;
        while at < part.end {
            at = self.one(at, part.end);
        }
    }

    /// Compiles what begins at `at`; where it ends.
    fn one(&mut self, at: usize, end: usize) -> usize {
        let c = self.chars[at];
        match c {
            '\\' if at + 1 < end => {
                self.literal(self.chars[at + 1]);
                return at + 2;
            }
            '?' => self.steps.push(Step::Any),
            '*' => return self.stars(at, end),
            '[' => {
                if let Some((class, behind)) = self.class(at, end) {
                    self.steps.push(class);
                    return behind;
                }
                self.literal(c);
            }
            '{' if self.dialect == Dialect::EditorConfig => {
                if let Some(behind) = self.braces(at, end) {
                    return behind;
                }
                self.literal(c);
            }
            // `a/**/b` is `a/b`, too.
            '/' if self.is_folders(at + 1, end) => {
                self.literal('/');
                self.folders();
                return at + 4;
            }
            _ => self.literal(c),
        }
        at + 1
    }

    fn literal(&mut self, c: char) {
        self.steps.extend(c.encode_utf8(&mut [0; 4]).bytes().map(Step::Byte));
    }

    /// Whether `**/` stands there, all of a part of the path.
    fn is_folders(&self, at: usize, end: usize) -> bool {
        self.chars[..end].get(at..at + 3) == Some(&['*', '*', '/'])
    }

    /// Any number of folders, with the slash behind each.
    fn folders(&mut self) {
        let begin = self.steps.len();
        self.steps.extend([
            Step::Split(begin + 1, begin + 6),
            Step::Split(begin + 2, begin + 4),
            Step::Byte1(true),
            Step::Jump(begin + 1),
            Step::Byte(b'/'),
            Step::Jump(begin + 6),
        ]);
    }

    fn stars(&mut self, at: usize, end: usize) -> usize {
        let count = self.chars[at..end].iter().take_while(|&&c| c == '*').count();
        let behind = at + count;
        if at == 0 && self.is_folders(0, end) {
            self.folders();
            return 3;
        }
        let across = match self.dialect {
            Dialect::EditorConfig => count > 1,
            // Only at the end, and all of a part.
            Dialect::Git => count == 2 && behind == end && (at == 0 || self.chars[at - 1] == '/'),
        };
        let begin = self.steps.len();
        self.steps.extend([
            Step::Split(begin + 1, begin + 3),
            Step::Byte1(across),
            Step::Jump(begin),
        ]);
        behind
    }

    /// `[..]`, and where it ends; none if it is not closed, or has a slash, as a path has.
    fn class(&self, at: usize, end: usize) -> Option<(Step, usize)> {
        let mut next = at + 1;
        let negated = matches!(self.chars[..end].get(next), Some('!' | '^'));
        next += usize::from(negated);
        let (begin, mut ranges) = (next, Vec::new());
        loop {
            let c = *self.chars[..end].get(next)?;
            match c {
                ']' if next > begin => return Some((Step::Class(ranges, !negated), next + 1)),
                '/' => return None,
                '[' if self.chars.get(next + 1) == Some(&':') => {
                    let name: String =
                        self.chars[next + 2..end].iter().take_while(|&&c| c != ':').collect();
                    if let Some(known) = named(&name) {
                        ranges.extend_from_slice(known);
                        next += name.len() + 4;
                        continue;
                    }
                }
                _ => {}
            }
            let low = self.in_class(&mut next, end)?;
            let is_range = self.chars[..end].get(next) == Some(&'-')
                && self.chars[..end].get(next + 1).is_some_and(|&c| c != ']');
            if is_range {
                next += 1;
                ranges.push((low, self.in_class(&mut next, end)?));
            } else {
                ranges.push((low, low));
            }
        }
    }

    /// A character of a class, and behind it.
    fn in_class(&self, next: &mut usize, end: usize) -> Option<char> {
        if self.chars[*next] == '\\' && *next + 1 < end {
            *next += 1;
        }
        *next += 1;
        self.chars[..end].get(*next - 1).copied()
    }

    /// `{a,b}` or `{1..9}`, and where it ends; none where the brace is a character like others.
    fn braces(&mut self, at: usize, end: usize) -> Option<usize> {
        let (mut depth, mut next, mut commas) = (0, at, Vec::new());
        let close = loop {
            match *self.chars[..end].get(next)? {
                '\\' => next += 1,
                '{' => depth += 1,
                ',' if depth == 1 => commas.push(next),
                '}' if depth == 1 => break next,
                '}' => depth -= 1,
                _ => {}
            }
            next += 1;
        };
        if commas.is_empty() {
            let inside: String = self.chars[at + 1..close].iter().collect();
            if let Some((low, high)) = inside.split_once("..")
                && let (Ok(low), Ok(high)) = (low.parse::<i64>(), high.parse::<i64>())
                && low < high
            {
                self.steps.push(Step::Number(low, high));
                return Some(close + 1);
            }
            // One choice is none.
            self.literal('{');
            self.all(at + 1..close);
            self.literal('}');
            return Some(close + 1);
        }
        let mut jumps = Vec::new();
        let mut begin = at + 1;
        for stop in commas.into_iter().chain([close]) {
            let split = self.steps.len();
            if stop < close {
                self.steps.push(Step::Split(split + 1, 0));
            }
            self.all(begin..stop);
            if stop < close {
                jumps.push(self.steps.len());
                self.steps.push(Step::Jump(0));
                self.steps[split] = Step::Split(split + 1, self.steps.len());
            }
            begin = stop + 1;
        }
        let behind = self.steps.len();
        jumps.into_iter().for_each(|jump| self.steps[jump] = Step::Jump(behind));
        Some(close + 1)
    }
}

/// The classes of POSIX, as far as ASCII goes.
fn named(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alpha" => &[('a', 'z'), ('A', 'Z')],
        "digit" => &[('0', '9')],
        "alnum" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
        "lower" => &[('a', 'z')],
        "upper" => &[('A', 'Z')],
        "space" => &[(' ', ' '), ('\t', '\r')],
        "blank" => &[(' ', ' '), ('\t', '\t')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "xdigit" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
        "cntrl" => &[('\0', '\x1F'), ('\x7F', '\x7F')],
        "graph" => &[('!', '~')],
        "print" => &[(' ', '~')],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each pattern, what it means, and what it does not.
    fn check(dialect: Dialect, cases: &[(&str, &[&str], &[&str])]) {
        for (pattern, meant, others) in cases {
            let glob = Glob::new(pattern, dialect);
            for path in *meant {
                assert!(glob.matches(path.as_bytes()), "{pattern} means {path}");
            }
            for path in *others {
                assert!(!glob.matches(path.as_bytes()), "{pattern} does not mean {path}");
            }
        }
    }

    #[test]
    fn patterns_of_editorconfig() {
        check(
            Dialect::EditorConfig,
            &[
                ("a*e.c", &["ace.c", "ae.c", "abcde.c", "x/ace.c"], &["a/e.c"]),
                ("Bar/*", &["Bar/foo.txt", "Bar/.editorconfig"], &["x/Bar/foo.txt", "Bar/a/b"]),
                ("*", &["a", ".editorconfig", "a/b"], &[""]),
                ("som?.c", &["some.c", "somé.c"], &["som.c", "something.c", "som/.c"]),
                (r"[\]ab].g", &["].g", "a.g"], &["b].g"]),
                ("[ab]].g", &["b].g"], &["b.g"]),
                (r"[!\]ab].g", &["c.g"], &["].g", "a.g"]),
                ("[d-g].c", &["f.c"], &["h.c"]),
                ("[!d-g].d", &["h.d"], &["f.d"]),
                ("[abd-g].e", &["e.e", "a.e"], &["c.e"]),
                ("[-ab].f", &["-.f", "a.f"], &["c.f"]),
                ("ab[e/]cd.i", &["ab[e/]cd.i"], &["ab/cd.i", "abecd.i"]),
                ("ab[/c", &["ab[/c"], &[]),
                ("*.{py,js,html}", &["test.py", "x/test.html"], &["test.pyc", "test."]),
                ("{single}.b", &["{single}.b"], &[".b", "single.b"]),
                ("{}.c", &["{}.c"], &[".c"]),
                ("a{b,c,}.d", &["a.d", "ab.d", "ac.d"], &["a,.d"]),
                ("a{,b,,c,}.e", &["a.e", "ab.e", "ac.e"], &["a,.e"]),
                ("{.f", &["{.f"], &[".f"]),
                ("{word,{also},this}.g", &["word.g", "{also}.g", "this.g"], &["also.g"]),
                ("{{a,b},c}.k", &["a.k", "b.k", "c.k"], &["{a,b}.k"]),
                ("{a,{b,c}}.l", &["a.l", "b.l", "c.l"], &["{b,c}.l"]),
                ("{},b}.h", &["{},b}.h"], &["b.h"]),
                ("{{,b,c{d}.i", &["{{,b,c{d}.i"], &["{.i", "b.i", ".i"]),
                (r"{a\,b,cd}.txt", &["a,b.txt", "cd.txt"], &["a.txt"]),
                (r"{e,\},f}.txt", &["e.txt", "}.txt", "f.txt"], &[]),
                (r"{g,\\,i}.txt", &["g.txt", "\\.txt", "i.txt"], &[]),
                (
                    "{some,a{*c,b}[ef]}.j",
                    &["some.j", "abe.j", "ace.j", "abcf.j"],
                    &["abg.j", "ae.j"],
                ),
                ("{3..120}", &["3", "15", "120"], &["1", "5a", "121", "060", "+"]),
                ("v{-3..3}.x", &["v-2.x", "v0.x", "v+1.x"], &["v-4.x", "v.x"]),
                ("{3..1}", &["{3..1}"], &["2"]),
                ("{aardvark..antelope}", &["{aardvark..antelope}"], &["aardvark", "agreement"]),
                ("a**z.c", &["a/z.c", "amnz.c", "am/nz.c", "a/mn/z.c"], &["bz.c"]),
                ("b/**z.c", &["b/z.c", "b/mnz.c", "b/mn/z.c"], &["bmnz.c", "bm/nz.c"]),
                ("c**/z.c", &["c/z.c", "cmn/z.c", "c/mn/z.c"], &["cmnz.c", "c/mnz.c"]),
                (
                    "d/**/z.c",
                    &["d/z.c", "d/mn/z.c", "d/m/n/z.c"],
                    &["dmnz.c", "d/mnz.c", "dmn/z.c"],
                ),
                ("/top.c", &["top.c"], &["a/top.c"]),
                ("中*.txt", &["中文.txt"], &["文.txt"]),
            ],
        );
    }

    #[test]
    fn patterns_of_git() {
        check(
            Dialect::Git,
            &[
                ("*.ps1", &["a.ps1", "x/y/a.ps1"], &["a.ps2"]),
                ("/*.ps1", &["a.ps1"], &["x/a.ps1"]),
                ("x/*.txt", &["x/a.txt"], &["a.txt", "x/y/a.txt", "z/x/a.txt"]),
                ("**/b/c", &["b/c", "a/b/c", "a/a/b/c"], &["ab/c"]),
                ("a/**", &["a/b", "a/b/c"], &["a", "b/a/b"]),
                ("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/xb"]),
                ("a**b", &["ab", "axb"], &["a/b"]),
                ("{a,b}", &["{a,b}"], &["a", "b"]),
                ("folder/", &[], &["folder", "folder/a"]),
                ("[[:upper:]]?", &["Ab"], &["ab", "A"]),
                ("[^a]", &["b"], &["a"]),
                (r"a\*", &["a*"], &["ab"]),
            ],
        );
    }

    #[test]
    fn time_is_bounded() {
        for pattern in
            ["*a".repeat(500), "{a,b}".repeat(400), "**/".repeat(300) + "b", "{".repeat(4000)]
        {
            let path = "a".repeat(500) + "/c";
            assert!(
                !Glob::new(&pattern, Dialect::EditorConfig).matches(path.as_bytes()),
                "{pattern}"
            );
        }
        assert!(!Glob::new(&"*".repeat(LONGEST + 1), Dialect::EditorConfig).matches(b"a"));
    }

    #[test]
    fn names_that_are_not_utf_8() {
        assert!(Glob::new("caf?.txt", Dialect::EditorConfig).matches(b"caf\xE9.txt"));
        assert!(Glob::new("*.txt", Dialect::Git).matches(b"d\xFF/caf\xE9.txt"));
        assert!(Glob::new("[!a].txt", Dialect::Git).matches(b"\xE9.txt"));
    }
}
