//! A byte that is looked for by a question, in vectors that the compiler makes.

/// Where the first byte is of which `is` holds; it should be a few comparisons and no branch.
#[inline(always)]
pub(crate) fn find(bytes: &[u8], is: impl Fn(u8) -> bool + Copy) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks::<64>();
    for (number, chunk) in chunks.iter().enumerate() {
        // Without an early end, so that it is vectors.
        if chunk.iter().fold(0, |any, &byte| any | u8::from(is(byte))) != 0 {
            let at = chunk.iter().position(|&byte| is(byte))?;
            return Some(number * 64 + at);
        }
    }
    let at = rest.iter().position(|&byte| is(byte))?;
    Some(bytes.len() - rest.len() + at)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn at_every_place() {
        for len in 0..200 {
            let mut text = vec![b'a'; len];
            assert_eq!(find(&text, |byte| byte == 0), None);
            for at in 0..len {
                text[at] = 0;
                assert_eq!(find(&text, |byte| byte == 0), Some(at));
                text[at] = b'a';
            }
        }
    }
}
