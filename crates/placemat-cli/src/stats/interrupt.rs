//! Ctrl-C while something is counted that may never end: what was counted so far is told. A second one ends the process, as it
//! always does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static HEARD: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Hears it from now on.
pub(super) fn listen() {
    HEARD.get_or_init(|| {
        let heard = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        {
            use signal_hook::{consts::SIGINT, flag};
            // The first sets the flag, behind which the second finds it. Without either, it ends the process.
            let _ = flag::register_conditional_default(SIGINT, Arc::clone(&heard));
            let _ = flag::register(SIGINT, Arc::clone(&heard));
        }
        heard
    });
}

/// Whether it was pressed.
pub(super) fn heard() -> bool {
    HEARD.get().is_some_and(|heard| heard.load(Ordering::Relaxed))
}
