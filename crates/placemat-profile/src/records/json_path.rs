//! Where in a value of JSON a place is. What is no JSON is taken as well as can be.

use std::fmt::Write;

/// So many levels are told; below, those around are.
const LEVELS: usize = 64;

/// So many bytes of a key.
const KEY: usize = 128;

#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    levels: Vec<Level>,
    /// How many levels there are below those.
    deeper: usize,
    string: Option<Text>,
}

#[derive(Clone, Debug)]
enum Level {
    Array { index: u64 },
    Object { key: Vec<u8>, has_key: bool },
}

/// A string that was begun.
#[derive(Clone, Copy, Debug)]
struct Text {
    is_key: bool,
    escaped: bool,
}

impl Path {
    pub(super) fn pass(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() {
            let Some(string) = &mut self.string else {
                self.structure(text[at]);
                at += 1;
                continue;
            };
            if string.escaped {
                string.escaped = false;
                let string = *string;
                self.add_to_key(string, &text[at..=at]);
                at += 1;
                continue;
            }
            let rest = &text[at..];
            let end = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
            let string = *string;
            self.add_to_key(string, &rest[..end]);
            match rest.get(end) {
                Some(b'"') => self.string = None,
                Some(_) => {
                    self.string = Some(Text { escaped: true, ..string });
                    self.add_to_key(string, b"\\");
                }
                None => {}
            }
            at += end + 1;
        }
    }

    /// A byte outside of strings.
    fn structure(&mut self, byte: u8) {
        let deeper = self.deeper;
        let innermost = self.levels.last_mut().filter(|_| deeper == 0);
        match byte {
            b'{' => self.enter(Level::Object { key: Vec::new(), has_key: false }),
            b'[' => self.enter(Level::Array { index: 0 }),
            b'}' | b']' if deeper > 0 => self.deeper -= 1,
            b'}' | b']' => _ = self.levels.pop(),
            b',' => match innermost {
                Some(Level::Array { index }) => *index += 1,
                Some(Level::Object { key, has_key }) => {
                    key.clear();
                    *has_key = false;
                }
                None => {}
            },
            b':' => {
                if let Some(Level::Object { has_key, .. }) = innermost {
                    *has_key = true;
                }
            }
            b'"' => {
                let is_key = matches!(innermost, Some(Level::Object { has_key: false, .. }));
                self.string = Some(Text { is_key, escaped: false });
            }
            _ => {}
        }
    }

    fn enter(&mut self, level: Level) {
        if self.deeper > 0 || self.levels.len() == LEVELS {
            self.deeper += 1;
        } else {
            self.levels.push(level);
        }
    }

    fn add_to_key(&mut self, string: Text, text: &[u8]) {
        if let (true, Some(Level::Object { key, .. })) = (string.is_key, self.levels.last_mut()) {
            let room = KEY.saturating_sub(key.len());
            key.extend_from_slice(&text[..text.len().min(room)]);
        }
    }

    /// The path, and whether the place is in a key of the object that it names.
    pub(super) fn told(&self) -> (String, bool) {
        let mut path = "$".to_owned();
        for level in &self.levels {
            match level {
                Level::Array { index } => {
                    write!(path, "[{index}]").expect("a string takes all that is written to it");
                }
                Level::Object { key, has_key: true } => push_key(key, &mut path),
                Level::Object { .. } => {}
            }
        }
        (path, self.string.is_some_and(|string| string.is_key))
    }
}

/// As RFC 9535 writes it: `.name`, or `['any text']`. Escapes of JSON are those of a path, but for that of
/// the quote.
fn push_key(key: &[u8], path: &mut String) {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if key.iter().all(is_plain) && key.first().is_some_and(|first| !first.is_ascii_digit()) {
        path.push('.');
        path.push_str(&String::from_utf8_lossy(key));
    } else {
        let key = String::from_utf8_lossy(key).replace("\\\"", "\"").replace('\'', "\\'");
        path.push_str("['");
        path.push_str(&key);
        path.push_str("']");
    }
}
