//! The fuzz target `page` without a fuzzer: what it asserts, on bytes that are wrong in many ways, on a stable
//! toolchain and in seconds.

/// The target takes `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/page.rs"]
mod page;

const PIECES: [&[u8]; 12] = [
    b"plain text, ",
    "€ 日本 \u{1F648} \u{202E}e\u{301}".as_bytes(),
    "cafÃ© donâ€™t ".as_bytes(),
    b"\xC0\xAF \xED\xA0\xBD\xED\xB9\x88 \xF4\x90\x80\x80 ",
    b"\xFC\x84\x80\x80\x80\x80\xFE",
    b"caf\xE9 \x80\xFF\r\n",
    b"\xE2\x82",
    b"\xFF\xFEG\0r\0",
    b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB",
    b"E2 82 AC \\u20AC %E2%82 &euro; 4oKs",
    b"\0\0\0\n\n\n",
    b"{\"strip\":{}}",
];

#[test]
fn requests_in_any_order() {
    // xorshift64*: the same in every run.
    let mut state = 1_u64;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize
    };
    for _ in 0..250 {
        let mut data = Vec::new();
        for _ in 0..1 + next() % 16 {
            // A request, three numbers, and the bytes that go with it.
            let numbers = [0, 1, 2, 3, 7, 40, 0xF1, 0xF9, 0xFF];
            data.push(next() as u8);
            data.extend([0; 3].map(|_: u8| numbers[next() % numbers.len()]));
            data.push(next() as u8);
            data.extend_from_slice(PIECES[next() % PIECES.len()]);
        }
        page::run(&data);
    }
}

/// The target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
