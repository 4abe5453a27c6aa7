//! What a pair of encodings has that kernels are written for. `engine/table.rs` has a row for each.

use super::Converted;
use super::mend::{Mend, ascii::MendAscii, brief::MendBrief};
use crate::simd::dispatch::{self, BriefKernel};
use core::mem::MaybeUninit;

/// Converts a prefix of the bytes that is surely well-formed, and fits. It may stop anywhere, for
/// any reason, at a boundary. Nothing behind what is written is touched.
pub(crate) type Kernel = fn(&[u8], &mut [MaybeUninit<u8>]) -> Converted;

/// What a pair of encodings has that kernels are written for.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// For long text.
    pub(crate) kernel: Kernel,
    /// The same for text that is known to be well-formed.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "asked for new memory only"))]
    pub(crate) trusted: Kernel,
    /// All of a text of few units, where the level in use has masks.
    pub(crate) brief: Option<BriefKernel<Option<usize>>>,
    /// The same for malformed text, of which nothing follows, under `replace`: from its start as far as it comes.
    pub(crate) mend_brief: Option<MendBrief>,
    /// The same for ASCII whose errors are bytes by themselves, of fewer than 4 GiB.
    pub(crate) mend_ascii: Option<MendAscii>,
    /// For short text, and for processors without vectors: as far as the codecs come, exactly.
    pub(crate) few: Kernel,
    /// Whether the kernel copies what it validates: that it does by words, where there are no vectors.
    pub(crate) is_copy: bool,
    /// For malformed text, under the policies that can be put as a table.
    pub(crate) mend: Option<Mend>,
    /// The bytes that well-formed text becomes; `None` if the target cannot hold it. What is mended by pieces
    /// asks for it, too, when the encodings are values.
    pub(crate) len: fn(&[u8]) -> Option<usize>,
    /// The same of a few units, or more or less if they are not well-formed.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "asked for new memory only"))]
    pub(crate) len_brief: Option<BriefKernel<usize>>,
    /// Up to how many units a kernel costs more than it saves: its call, with its frame, takes as
    /// long as that many take one by one.
    pub(crate) few_units: usize,
    /// Up to how many units a kernel that has stopped is not asked again: text with one error is
    /// likely to have more.
    pub(crate) dirty_units: usize,
}

impl Row {
    /// A pair for which the codecs do all.
    pub(crate) const fn new(few: Kernel, len: fn(&[u8]) -> Option<usize>) -> Self {
        Self {
            kernel: few,
            trusted: few,
            brief: None,
            mend_brief: None,
            mend_ascii: None,
            few,
            is_copy: false,
            mend: None,
            len,
            len_brief: None,
            few_units: 12,
            dirty_units: 128,
        }
    }

    /// As far as there is room, text that is well-formed.
    pub(crate) fn convert(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        (self.kernel)(src, dst).and(src, dst, self.few)
    }

    /// `kernel`, which is one of this row, or what is faster where there are no vectors.
    #[inline(always)]
    pub(crate) fn fastest(&self, kernel: Kernel) -> Kernel {
        if self.is_copy || dispatch::has_vectors() { kernel } else { self.few }
    }

    /// As far as that comes. A kernel that does something was the right one.
    #[inline(always)]
    pub(crate) fn prefix(
        &self,
        kernel: Kernel,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Converted {
        let done = kernel(src, dst);
        if done.read > 0 { done } else { self.without_kernel(src, dst) }
    }

    /// What a kernel that does nothing leaves to the codecs: all, where there are no vectors. (Never inlined: it
    /// would be most of the code.)
    #[cold]
    #[inline(never)]
    fn without_kernel(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        if self.is_copy || dispatch::has_vectors() {
            Converted::default()
        } else {
            (self.few)(src, dst)
        }
    }

    pub(crate) const fn kernel(self, kernel: Kernel) -> Self {
        Self { kernel, trusted: kernel, ..self }
    }

    pub(crate) const fn brief(self, brief: Option<BriefKernel<Option<usize>>>) -> Self {
        Self { brief, ..self }
    }

    pub(crate) const fn len_brief(self, len_brief: Option<BriefKernel<usize>>) -> Self {
        Self { len_brief, ..self }
    }

    pub(crate) const fn mend_brief(self, mend_brief: MendBrief) -> Self {
        Self { mend_brief: Some(mend_brief), ..self }
    }

    pub(crate) const fn copy(self, kernel: Kernel) -> Self {
        Self { is_copy: true, ..self.kernel(kernel) }
    }

    /// Where it pays to go without a check.
    pub(crate) const fn trusted(self, trusted: Kernel) -> Self {
        Self { trusted, ..self }
    }

    pub(crate) const fn mend(self, mend: Mend) -> Self {
        Self { mend: Some(mend), ..self }
    }

    /// Where the kernel is quick.
    pub(crate) const fn few_units(self, few_units: usize) -> Self {
        Self { few_units, ..self }
    }
}
