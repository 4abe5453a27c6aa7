//! Instruction-set levels: only what the processor has is ever used.

use crate::common::levels::{alone, at_every_level, expected_levels, report_skipped};
use placemat::level::Level;
use placemat::level::LevelError;
use placemat::{level, utf8, utf16, utf32};

#[test]
fn expected_levels_are_there() {
    for level in expected_levels() {
        assert!(level.is_available(), "PLACEMAT_EXPECT_LEVELS names {level}");
    }
}

/// The last of the levels.
fn preferred() -> Option<Level> {
    level::available().last()
}

#[test]
fn the_level_in_use_is_available() {
    alone(|| {
        assert!(level::current().is_available());
        level::reset();
        assert!(level::current().is_available());
        assert_eq!(Some(level::current()), preferred(), "the best is preferred");
        assert_eq!(level::available().next(), Some(Level::Scalar), "there is always one");
    });
}

/// Safe code cannot run a kernel that the processor does not have: the level is
/// refused, and nothing changes.
#[test]
fn an_unavailable_level_cannot_be_forced() {
    at_every_level(|in_use| {
        for &level in Level::all() {
            if level.is_available() {
                continue;
            }
            assert_eq!(level::force(level), Err(LevelError::Unavailable(level)));
            assert_eq!(level::current(), in_use, "forcing {level} has changed the level");
            assert!(utf8::is_valid("naïve, 你好, 😀 and all that".repeat(9).as_bytes()));
        }
    });
    if Level::all().iter().copied().all(Level::is_available) {
        report_skipped("this processor has every level");
    }
}

#[test]
fn a_forced_level_stays_until_reset() {
    at_every_level(|level| {
        assert!(utf8::is_valid("é".repeat(100).as_bytes()));
        assert_eq!(level::current(), level);
        #[cfg(not(target_family = "wasm"))] // which has no threads
        {
            let elsewhere = std::thread::spawn(level::current).join();
            assert_eq!(elsewhere.ok(), Some(level), "the level is one for the process");
        }
    });
    alone(|| assert_eq!(Some(level::current()), preferred()));
}

/// Where nothing is forced an operation may run at one level up to some length, and at another from
/// there on: results do not tell.
#[test]
fn lengths_of_every_choice() {
    let text = "naïve, 你好, 😀 and all that; ".repeat(200);
    let ends = text.char_indices().map(|(at, _)| at).filter(|at| *at < 600 || at % 64 < 2);
    alone(|| {
        level::reset();
        for end in ends {
            let text = &text[..end];
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(utf8::validate(text.as_bytes()), Ok(text));
            assert_eq!(utf8::to_utf16(text.as_bytes()).as_ref(), Ok(&units), "{end}");
            assert_eq!(utf8::utf16_len(text.as_bytes()), units.len());
            assert_eq!(utf8::count_code_points(text.as_bytes()), text.chars().count());
            assert_eq!(utf16::validate(&units), Ok(()));
            assert_eq!(utf16::to_string(&units).as_deref(), Ok(text), "{end}");
            let values: Vec<u32> = text.chars().map(u32::from).collect();
            assert_eq!(utf16::to_utf32(&units).as_ref(), Ok(&values), "{end}");
            assert_eq!(utf32::to_string(&values).as_deref(), Ok(text), "{end}");
            let mut cut = text.as_bytes().to_vec();
            cut.insert(end / 2, 0xFF);
            let mended = String::from_utf8_lossy(&cut);
            let units: Vec<u16> = mended.encode_utf16().collect();
            assert_eq!(utf8::to_utf16_lossy(&cut), units, "{end}");
            assert_eq!(utf8::to_string_lossy(&cut), mended, "{end}");
        }
    });
}

#[test]
fn names_are_read_back() {
    for &level in Level::all() {
        assert_eq!(level.name().parse(), Ok(level));
        assert_eq!(level.to_string().to_uppercase().parse(), Ok(level));
        assert_eq!(format!("{level:>8}").len(), 8);
    }
    for name in ["", "sse", "avx2 ", "avx"] {
        let error = name.parse::<Level>();
        assert_eq!(error, Err(LevelError::Unknown), "{name:?}");
    }
    let message = LevelError::Unknown.to_string();
    assert!(Level::all().iter().all(|level| message.contains(level.name())), "{message}");
}

/// What detection without std finds is what std finds.
#[cfg(target_arch = "x86_64")]
#[test]
fn detection_agrees_with_std() {
    let sse42 = is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt");
    assert_eq!(Level::Sse42.is_available(), sse42);
    let avx2 = sse42
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt");
    assert_eq!(Level::Avx2.is_available(), avx2);
    let avx512 = avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2");
    assert_eq!(Level::Avx512.is_available(), avx512);
}
