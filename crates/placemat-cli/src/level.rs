//! The instruction-set level, forced by an environment variable for tests and
//! benchmarks, and never silently.

use crate::print::say::say;
use placemat::level::{self, LevelError};

const VARIABLE: &str = "PLACEMAT_LEVEL";

/// Forces the level that the environment names, if it names one.
pub(crate) fn force_from_environment() -> Result<(), String> {
    let Some(name) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let forced = name.to_str().ok_or(LevelError::Unknown).and_then(|name| {
        let level = name.parse()?;
        level::force(level)?;
        Ok(level)
    });
    match forced {
        Ok(level) => {
            say(format_args!("level {level}, forced by {VARIABLE}"));
            Ok(())
        }
        Err(error) => Err(format!("{VARIABLE}: {error}")),
    }
}
