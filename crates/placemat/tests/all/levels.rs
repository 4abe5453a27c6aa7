//! Instruction-set levels: only what the processor has is ever used.

use crate::common::levels::{alone, at_every_level, expected_levels, report_skipped};
use placemat::level::Level;
use placemat::level::LevelError;
use placemat::{level, utf8};

#[test]
fn expected_levels_are_there() {
    for level in expected_levels() {
        assert!(level.is_available(), "PLACEMAT_EXPECT_LEVELS names {level}");
    }
}

/// The last of the levels, but for AVX-512, which must be asked for.
fn preferred() -> Option<Level> {
    level::available().filter(|&level| level != Level::Avx512).last()
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
