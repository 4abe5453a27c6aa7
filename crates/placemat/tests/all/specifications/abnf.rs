//! As much of ABNF (RFC 2234) as the grammar of UTF-8 uses, to read it as it is
//! printed: the rules generate every sequence, and recognise text.

use std::collections::BTreeMap;

/// What a rule says.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// `%x80-BF`, `%xE0`.
    Octets(u8, u8),
    /// The name of another rule.
    Rule(String),
    /// One behind the other.
    Sequence(Vec<Node>),
    /// `/`
    Choice(Vec<Node>),
    /// `3( .. )`; without an end, `*( .. )`.
    Repeat(Option<usize>, Box<Node>),
}

/// Rules by their names.
pub(crate) struct Grammar(BTreeMap<String, Node>);

impl Grammar {
    /// Reads rules, each of which begins on a line of its own.
    pub(crate) fn parse(text: &str) -> Self {
        let mut rules: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            match line.split_once('=') {
                Some((name, elements)) => rules.push((name.trim().into(), elements.into())),
                None => rules.last_mut().expect("a rule to go on with").1 += &format!(" {line}"),
            }
        }
        let spaced = |elements: &str| elements.replace('(', "( ").replace(')', " )");
        let parse = |(name, elements): (String, String)| {
            let elements = spaced(&elements);
            let mut tokens = elements.split_whitespace();
            (name, choice(&mut tokens))
        };
        Self(rules.into_iter().map(parse).collect())
    }

    /// Every string that the rule generates, in its order. It must be finite.
    pub(crate) fn generate(&self, rule: &str) -> Vec<Vec<u8>> {
        self.strings(&self.0[rule])
    }

    fn strings(&self, node: &Node) -> Vec<Vec<u8>> {
        match node {
            Node::Octets(first, last) => (*first..=*last).map(|octet| vec![octet]).collect(),
            Node::Rule(name) => self.generate(name),
            Node::Choice(nodes) => nodes.iter().flat_map(|node| self.strings(node)).collect(),
            Node::Sequence(nodes) => nodes.iter().fold(vec![Vec::new()], |starts, node| {
                let ends = self.strings(node);
                let each = |start: &Vec<u8>| -> Vec<Vec<u8>> {
                    ends.iter().map(|end| [&start[..], end].concat()).collect()
                };
                starts.iter().flat_map(each).collect()
            }),
            Node::Repeat(Some(count), node) => {
                self.strings(&Node::Sequence(vec![(**node).clone(); *count]))
            }
            Node::Repeat(None, _) => panic!("it generates more than can be listed"),
        }
    }

    /// Whether all of `text` matches the rule.
    pub(crate) fn matches(&self, rule: &str, text: &[u8]) -> bool {
        self.ends(&self.0[rule], text, 0).contains(&text.len())
    }

    /// Where what matches at `at` can end.
    fn ends(&self, node: &Node, text: &[u8], at: usize) -> Vec<usize> {
        match node {
            Node::Octets(first, last) => match text.get(at) {
                Some(octet) if (first..=last).contains(&octet) => vec![at + 1],
                _ => vec![],
            },
            Node::Rule(name) => self.ends(&self.0[name], text, at),
            Node::Choice(nodes) => {
                nodes.iter().flat_map(|node| self.ends(node, text, at)).collect()
            }
            Node::Sequence(nodes) => nodes.iter().fold(vec![at], |starts, node| {
                starts.into_iter().flat_map(|at| self.ends(node, text, at)).collect()
            }),
            Node::Repeat(Some(count), node) => (0..*count).fold(vec![at], |starts, _| {
                starts.into_iter().flat_map(|at| self.ends(node, text, at)).collect()
            }),
            Node::Repeat(None, node) => {
                let (mut all, mut next) = (vec![at], vec![at]);
                while !next.is_empty() {
                    next = next.into_iter().flat_map(|at| self.ends(node, text, at)).collect();
                    all.extend(&next);
                }
                all
            }
        }
    }
}

/// Reads up to the end, or to the bracket that closes.
fn choice<'a>(tokens: &mut impl Iterator<Item = &'a str>) -> Node {
    let (mut choices, mut sequence) = (Vec::new(), Vec::new());
    while let Some(token) = tokens.next() {
        match token {
            ")" => break,
            "/" => choices.push(Node::Sequence(std::mem::take(&mut sequence))),
            _ => sequence.push(element(token, tokens)),
        }
    }
    choices.push(Node::Sequence(sequence));
    Node::Choice(choices)
}

fn element<'a>(token: &str, tokens: &mut impl Iterator<Item = &'a str>) -> Node {
    if let Some(count) = token.strip_suffix('(') {
        let count = (count != "*").then(|| count.parse().expect("a number"));
        return Node::Repeat(count, Box::new(choice(tokens)));
    }
    let Some(range) = token.strip_prefix("%x") else { return Node::Rule(token.into()) };
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let octet = |digits| u8::from_str_radix(digits, 16).expect("hexadecimal digits");
    Node::Octets(octet(first), octet(last))
}

#[test]
fn a_small_grammar() {
    let text = "all = *( one )\none = %x41 2( tail ) /\n%x42-43\ntail = %x61-62";
    let grammar = Grammar::parse(text);
    let strings = grammar.generate("one");
    let expected: [&[u8]; 6] = [b"Aaa", b"Aab", b"Aba", b"Abb", b"B", b"C"];
    assert_eq!(strings, expected);
    assert!(grammar.matches("all", b"") && grammar.matches("all", b"BAabC"));
    assert!(!grammar.matches("all", b"BAa") && !grammar.matches("all", b"Aabb"));
}
