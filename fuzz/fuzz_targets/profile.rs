//! What profiles refuse: the same in pieces as in the whole, in order, inside the text, and none of it twice; with no more memory than for what
//! is refused of one push.
#![cfg_attr(fuzzing, no_main)]

#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use libfuzzer_sys::fuzz_target;
use placemat::utf8;
use placemat_profile::{Checker, Profile, Refusal};

/// What is refused of `text`, pushed in pieces of about `size` bytes.
fn refused(profile: Profile, text: &[u8], size: usize) -> Vec<Refusal> {
    let (mut checker, mut found) = (Checker::new(profile), Vec::new());
    let (mut done, mut held) = (0, size);
    while done < text.len() {
        let end = utf8::floor_boundary(text, text.len().min(done + held));
        let last = end == text.len();
        let piece = &text[done..end];
        let piece = if last { piece } else { &piece[..checker.floor(piece)] };
        if piece.is_empty() {
            // More is needed to judge any of it; that ends, since words and names are cut.
            assert!(held < 1024 + size, "{profile:?} waits for ever");
            held += 1;
            continue;
        }
        checker.push(piece, last, &mut |refusal| found.push(refusal));
        (done, held) = (done + piece.len(), size);
    }
    if text.is_empty() {
        checker.push(text, true, &mut |refusal| found.push(refusal));
    }
    found.sort_by_key(|refusal| (refusal.offset, refusal.len));
    found
}

fn has_long_line(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').any(|line| line.len() > 240)
}

fuzz_target!(|data: &[u8]| {
    let Some((&first, text)) = data.split_first() else { return };
    // Profiles judge what is well-formed.
    let text = String::from_utf8_lossy(text);
    let text = text.as_bytes();
    let size = 1 + usize::from(first);
    for &profile in Profile::all() {
        let whole = refused(profile, text, text.len().max(1));
        let told = |found: &[Refusal]| -> Vec<_> {
            found.iter().map(|one| (one.kind, one.offset, one.len, one.code_point)).collect()
        };
        // Longer words and names are judged in parts, which are not those of the whole.
        if !has_long_line(text) {
            assert_eq!(told(&refused(profile, text, size)), told(&whole), "{profile:?} {size}");
        }
        for refusal in &whole {
            assert!(refusal.offset + refusal.len as u64 <= text.len() as u64, "{refusal:?}");
            assert!(!refusal.reason().is_empty() && !refusal.advice().is_empty());
        }
        let (mut checker, mut count) = (Checker::new(profile), 0);
        let ((), memory) = crate::memory::measured(|| {
            checker.push(text, true, &mut |_| count += 1);
        });
        // What is refused of one push is held, to be told in order: while that grows, twice.
        let most = (16 << 10) + 4 * size_of::<Refusal>() * whole.len();
        assert!(count == whole.len() && memory < most, "{profile:?}: {memory} bytes");
    }
});
