/* placemat.h: UTF-8, whole and done right: check, repair, convert, identify and explain text.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * THE RULES, which hold for all functions:
 *
 * Units and lengths. Text is a pointer and a length in units: bytes (char) of UTF-8, Latin-1 and
 *   ASCII, char16_t of UTF-16, char32_t of UTF-32. Lengths, offsets and rooms count units, from 0.
 *   Zero bytes are text, and never end it. utf16 and utf32 are in the byte order of the processor;
 *   utf16le and utf16be in that order, whatever the processor's is. (Bytes in any encoding: streams.)
 *
 * Pointers. A pointer has at least as many units behind it as the length beside it says. NULL with
 *   length 0 is legal. What can be checked is: NULL with another length, a pointer that is not
 *   aligned for its units, and a length beyond PTRDIFF_MAX bytes are PLACEMAT_BAD_ARGUMENT, or where
 *   the function does not return a result, false, 0 or NULL. All else is undefined behaviour: a
 *   pointer to less than is said, a handle that has been freed, and a target that overlaps its
 *   source. Sources may overlap each other. Functions that take one text to change work in place.
 *
 * Targets. A target needs not be initialised. The exact length is enough room, and nothing behind
 *   what is written has changed when the function returns. (During the call it may be overwritten,
 *   inside the room, and put back.)
 *
 * Memory. Only placemat_..._new allocate what you free, by placemat_..._free (placemat_iconv_open, by
 *   placemat_iconv_close); NULL may be freed.
 *   placemat_detect and placemat_utf8_explain allocate while they work. No other function allocates.
 *
 * Threads. All functions may be called by many threads at once. A handle is used by one at a time.
 *
 * Time. Every function is linear in the units that it reads, at most; those for boundaries are constant.
 *
 * Failures. Nothing throws, calls longjmp, sets errno (but placemat_iconv) or ends the process. Should a function fail by
 *   a defect of this library, it returns PLACEMAT_DEFECT, or false, 0 or NULL, and a line is on stderr.
 */
#ifndef PLACEMAT_H
#define PLACEMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <uchar.h>
#endif

/** The version of this header, as placemat_version() has that of the library. */
#define PLACEMAT_VERSION "0.1.0"

#ifdef __cplusplus
#define PLACEMAT_NOEXCEPT noexcept
extern "C" {
#else
#define PLACEMAT_NOEXCEPT
#endif

#if defined(__GNUC__) || defined(__clang__)
#define PLACEMAT_NODISCARD __attribute__((warn_unused_result))
#else
#define PLACEMAT_NODISCARD
#endif

/* ------------------------------------------------------------------------------------------------
 * What functions return
 * --------------------------------------------------------------------------------------------- */

/** Why a function returned. */
typedef enum placemat_status {
    PLACEMAT_OK = 0,           /**< All of the source is dealt with. */
    PLACEMAT_MALFORMED = 1,    /**< The source is ill-formed, and the policy makes that an error. */
    PLACEMAT_UNMAPPABLE = 2,   /**< The target cannot hold a code point, and the policy makes that an error. */
    PLACEMAT_OUTPUT_FULL = 3,  /**< The next item does not fit what is left of the room. */
    PLACEMAT_BAD_ARGUMENT = 4, /**< A rule is broken, or the policy makes no sense for the two encodings. */
    PLACEMAT_DEFECT = 5        /**< A defect of this library. Please report it. */
} placemat_status;

/** What is wrong with a malformed sequence. It depends on its first two units at most. */
typedef enum placemat_kind {
    PLACEMAT_KIND_NONE = 0,
    PLACEMAT_KIND_OVERLONG = 1,                /**< C0, C1, E0 80..9F, F0 80..8F: more bytes than needed. */
    PLACEMAT_KIND_SURROGATE = 2,               /**< ED A0..BF, or in UTF-32: U+D800 to U+DFFF. */
    PLACEMAT_KIND_TOO_LARGE = 3,               /**< F4 90..BF, F5..F7, or in UTF-32: above U+10FFFF. */
    PLACEMAT_KIND_OBSOLETE_FORM = 4,           /**< F8..FD: the forms of 5 and 6 bytes of RFC 2279. */
    PLACEMAT_KIND_NEVER_VALID = 5,             /**< FE, FF. */
    PLACEMAT_KIND_UNEXPECTED_CONTINUATION = 6, /**< 80..BF where a sequence should begin. */
    PLACEMAT_KIND_INCOMPLETE = 7,              /**< A sequence that the next unit cuts short. */
    PLACEMAT_KIND_INCOMPLETE_AT_END = 8,       /**< A sequence that the end of the source cuts short. */
    PLACEMAT_KIND_LONE_HIGH_SURROGATE = 9,     /**< UTF-16: no low surrogate follows. */
    PLACEMAT_KIND_LONE_LOW_SURROGATE = 10,     /**< UTF-16: no high surrogate precedes. */
    PLACEMAT_KIND_SURROGATE_PAIR = 11,         /**< WTF-8: a pair as six bytes, where four are due. */
    PLACEMAT_KIND_FOUR_BYTE_FORM = 12,         /**< CESU-8: four bytes, where a pair is due. */
    PLACEMAT_KIND_NUL = 13,                    /**< Modified UTF-8: 00, where C0 80 is due. */
    PLACEMAT_KIND_UNDEFINED = 14,              /**< A byte that the encoding leaves undefined. */
    PLACEMAT_KIND_UNKNOWN_HANGUL = 15,         /**< UNICODE-1-1-UTF-8: syllables of unknown order. */
    PLACEMAT_KIND_NOT_DIRECT = 16,             /**< UTF-7: a byte that may not stand for itself. */
    PLACEMAT_KIND_STRAY_BITS = 17,             /**< UTF-7: bits behind the last unit of Base64. */
    PLACEMAT_KIND_NEEDLESS_SHIFT = 18          /**< UTF-7 of IMAP: a shift that is not needed. */
} placemat_kind;

/** One place in a source.
 *
 * A malformed place is a maximal subpart (The Unicode Standard, D93b): the longest prefix of a
 * well-formed sequence, else one unit. So there are as many as a conforming decoder writes U+FFFD. */
typedef struct placemat_error {
    uint64_t offset;     /**< In units, from the start of the text or of the stream. */
    size_t len;          /**< In units. */
    placemat_kind kind;  /**< What is malformed; PLACEMAT_KIND_NONE if nothing is. */
    uint32_t code_point; /**< What the target cannot hold; 0 if it can. */
} placemat_error;

/** What a function has done. All fields are set, whatever the status is. */
typedef struct placemat_result {
    placemat_status status; /**< Why it returned. */
    placemat_error error;   /**< The item that the status is about; all 0 with PLACEMAT_OK. With
                                 PLACEMAT_OUTPUT_FULL only its offset is known. */
    size_t read;            /**< Units of the source that are dealt with. Of a whole text, those before
                                 `error`; of a stream, those that need not be pushed again. */
    size_t written;         /**< Units of the target that are written. */
    size_t malformed;       /**< Malformed items among what is read. */
    size_t unmappable;      /**< Items among it that the target cannot hold. */
} placemat_result;

/** What becomes of malformed and of unmappable items. */
typedef enum placemat_policy {
    PLACEMAT_STRICT = 0,              /**< Both are errors. */
    PLACEMAT_REPLACE = 1,             /**< U+FFFD for each, or "?" where the target has none. Cannot fail. */
    PLACEMAT_REPLACE_PER_BYTE = 2,    /**< The same for every malformed byte. */
    PLACEMAT_REMOVE = 3,              /**< Nothing. Dangerous: it can join what a filter has passed. */
    PLACEMAT_BACKSLASHREPLACE = 4,    /**< "\xhh" per byte; "\uXXXX", "\UXXXXXXXX". One way. */
    PLACEMAT_LATIN1 = 5,              /**< Malformed bytes are read as ISO-8859-1: of UTF-8 and its dialects. */
    PLACEMAT_WINDOWS_1252 = 6,        /**< The same as Windows-1252, its five undefined bytes as C1 controls. */
    PLACEMAT_WINDOWS_1252_STRICT = 7, /**< The same, but those become U+FFFD. */
    PLACEMAT_UTF8B = 8                /**< U+DC80..DCFF per byte, from UTF-8 to UTF-16, UTF-32 or WTF-8, and
                                           back: any bytes survive. Python's surrogateescape. */
} placemat_policy;

/** "0.1.0" */
PLACEMAT_NODISCARD const char *placemat_version(void) PLACEMAT_NOEXCEPT;
/** The vector instructions in use: "avx2", "neon", .. Results never depend on it. */
PLACEMAT_NODISCARD const char *placemat_level(void) PLACEMAT_NOEXCEPT;
/** "output-full"; NULL for a number that means nothing. All names last as long as the program. */
PLACEMAT_NODISCARD const char *placemat_status_name(placemat_status status) PLACEMAT_NOEXCEPT;
/** "unexpected-continuation"; NULL for none. */
PLACEMAT_NODISCARD const char *placemat_kind_name(placemat_kind kind) PLACEMAT_NOEXCEPT;
/** "unexpected continuation byte"; NULL for none. */
PLACEMAT_NODISCARD const char *placemat_kind_text(placemat_kind kind) PLACEMAT_NOEXCEPT;
/** "replace-per-byte"; NULL for a number that means nothing. */
PLACEMAT_NODISCARD const char *placemat_policy_name(placemat_policy policy) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * Validation
 * --------------------------------------------------------------------------------------------- */

/** The first error: PLACEMAT_OK, or PLACEMAT_MALFORMED with its offset, length and kind. */
PLACEMAT_NODISCARD placemat_result placemat_ascii_validate(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf8_validate(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16_validate(const char16_t *text,
    size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16le_validate(const char16_t *text,
    size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16be_validate(const char16_t *text,
    size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf32_validate(const char32_t *text,
    size_t len) PLACEMAT_NOEXCEPT;
/** Whether text is well-formed. */
PLACEMAT_NODISCARD bool placemat_ascii_is_valid(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf8_is_valid(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf16_is_valid(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf16le_is_valid(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf16be_is_valid(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf32_is_valid(const char32_t *text, size_t len) PLACEMAT_NOEXCEPT;
/** Whether all units of UTF-16 are ASCII. */
PLACEMAT_NODISCARD bool placemat_utf16_is_ascii(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf16le_is_ascii(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf16be_is_ascii(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
/** The errors at or behind `from`, as many as fit `out`; returns how many are written. Fewer than
 * `room` is all there are; else go on at `out[room - 1].offset + out[room - 1].len`. */
PLACEMAT_NODISCARD size_t placemat_utf8_errors(const char *text, size_t len, size_t from,
    placemat_error *out, size_t room) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_errors(const char16_t *text, size_t len, size_t from,
    placemat_error *out, size_t room) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16le_errors(const char16_t *text, size_t len, size_t from,
    placemat_error *out, size_t room) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16be_errors(const char16_t *text, size_t len, size_t from,
    placemat_error *out, size_t room) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf32_errors(const char32_t *text, size_t len, size_t from,
    placemat_error *out, size_t room) PLACEMAT_NOEXCEPT;
/** One error of UTF-8 in words: "offset 20: ED A0 80 is an encoded surrogate, U+D800, never valid in UTF-8".
 * The sentence is UTF-8, too. As snprintf: writes at most `room` bytes, of which the last is 0, and returns
 * the length of the whole sentence. 0 if there is no such error in `text`. */
size_t placemat_utf8_explain(const char *text, size_t len, const placemat_error *error, char *out,
                             size_t room) PLACEMAT_NOEXCEPT;

/** UTF-8 that comes in pieces; for other encodings, and to get the text as well: placemat_stream. */
typedef struct placemat_validator placemat_validator;

/** An error, and the line it is in. */
typedef struct placemat_located {
    placemat_error error; /**< Its offset counts from the start of the text. */
    uint64_t line;        /**< From 1. A line ends with a line feed. */
    uint64_t column;      /**< In bytes, from 1. */
} placemat_located;

/** Is told of an error. It must return, and may not use the validator. */
typedef void (*placemat_tell)(void *context, const placemat_located *error);

/** One at the beginning of a text. */
PLACEMAT_NODISCARD placemat_validator *placemat_validator_new(void) PLACEMAT_NOEXCEPT;
/** Checks `chunk`, which follows all that was pushed before. `tell` (if not NULL) is called, with
 * `context`, for every error that is certain now; returns how many. `last` says that nothing
 * follows: a sequence that is incomplete then is malformed; what is pushed then is another text. */
uint64_t placemat_validator_push(placemat_validator *validator, const char *chunk, size_t len,
                                 bool last, placemat_tell tell, void *context);
/** How many bytes are checked; what waits for its rest is not. */
PLACEMAT_NODISCARD uint64_t placemat_validator_offset(const placemat_validator *validator) PLACEMAT_NOEXCEPT;
/** How many bytes wait for the rest of their sequence: at most 3. */
PLACEMAT_NODISCARD size_t placemat_validator_waiting(const placemat_validator *validator) PLACEMAT_NOEXCEPT;
/** How many line feeds there were. */
PLACEMAT_NODISCARD uint64_t placemat_validator_line_feeds(
     const placemat_validator *validator) PLACEMAT_NOEXCEPT;
void placemat_validator_free(placemat_validator *validator) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * Conversion
 * --------------------------------------------------------------------------------------------- */

/** Converts `src` into `dst`. PLACEMAT_REPLACE cannot fail but for room; with PLACEMAT_STRICT what
 * lies before the first error is converted. */
PLACEMAT_NODISCARD placemat_result placemat_utf8_to_utf16(const char *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf8_to_utf16le(const char *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf8_to_utf16be(const char *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf8_to_utf32(const char *src, size_t len, char32_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf8_to_latin1(const char *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16_to_utf8(const char16_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16_to_utf32(const char16_t *src, size_t len, char32_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16_to_latin1(const char16_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16le_to_utf8(const char16_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16le_to_utf32(const char16_t *src, size_t len, char32_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16le_to_latin1(const char16_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16be_to_utf8(const char16_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16be_to_utf32(const char16_t *src, size_t len, char32_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16be_to_latin1(const char16_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf32_to_utf8(const char32_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf32_to_utf16(const char32_t *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf32_to_utf16le(const char32_t *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf32_to_utf16be(const char32_t *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf32_to_latin1(const char32_t *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_latin1_to_utf8(const char *src, size_t len, char *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_latin1_to_utf16(const char *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_latin1_to_utf16le(const char *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_latin1_to_utf16be(const char *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_latin1_to_utf32(const char *src, size_t len, char32_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
/** Makes text well-formed by a policy, into another buffer. */
PLACEMAT_NODISCARD placemat_result placemat_utf8_repair(const char *src, size_t len, char *dst, size_t room,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_result placemat_utf16_repair(const char16_t *src, size_t len, char16_t *dst,
    size_t room, placemat_policy policy) PLACEMAT_NOEXCEPT;
/** The exact room that the conversion needs, or that of the text before its first error if the
 * policy makes it one. 0 for a policy that makes no sense; SIZE_MAX if it is more than that, which needs
 * addresses of 32 bits. Without a pass if it is known. */
PLACEMAT_NODISCARD size_t placemat_utf8_repair_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_to_utf16_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_to_utf16le_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_to_utf16be_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_to_utf32_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_to_latin1_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_repair_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_to_utf8_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_to_utf32_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_to_latin1_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16le_to_utf8_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16le_to_utf32_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16le_to_latin1_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16be_to_utf8_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16be_to_utf32_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16be_to_latin1_len(const char16_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf32_to_utf8_len(const char32_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf32_to_utf16_len(const char32_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf32_to_utf16le_len(const char32_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf32_to_utf16be_len(const char32_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf32_to_latin1_len(const char32_t *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_latin1_to_utf8_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_latin1_to_utf16_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_latin1_to_utf16le_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_latin1_to_utf16be_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_latin1_to_utf32_len(const char *src, size_t len,
    placemat_policy policy) PLACEMAT_NOEXCEPT;
/** Makes every lone surrogate U+FFFD, in place, and returns how many there were. */
size_t placemat_utf16_make_well_formed(char16_t *units, size_t len) PLACEMAT_NOEXCEPT;
size_t placemat_utf16le_make_well_formed(char16_t *units, size_t len) PLACEMAT_NOEXCEPT;
size_t placemat_utf16be_make_well_formed(char16_t *units, size_t len) PLACEMAT_NOEXCEPT;
/** Changes the byte order of every unit, in place. */
void placemat_utf16_swap_bytes(char16_t *units, size_t len) PLACEMAT_NOEXCEPT;
void placemat_utf32_swap_bytes(char32_t *units, size_t len) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * Counts, lengths and boundaries
 * --------------------------------------------------------------------------------------------- */

/** The number of code points of well-formed text; of any other it means nothing, and is no larger
 * than the number of units. The fewest units of UTF-32 and of Latin-1, too. */
PLACEMAT_NODISCARD size_t placemat_utf8_count(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_count(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16le_count(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16be_count(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
/** The length of well-formed text in another encoding, in one pass, without validation. Of any
 * other text it is what PLACEMAT_STRICT needs at most before the first error. */
PLACEMAT_NODISCARD size_t placemat_utf16_len_of_valid_utf8(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_len_of_valid_utf16(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_len_of_valid_utf16le(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_len_of_valid_utf16be(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_len_of_valid_utf32(const char32_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_len_of_valid_utf32(const char32_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf8_len_of_latin1(const char *text, size_t len) PLACEMAT_NOEXCEPT;
/** Whether a cut at `at` splits neither a sequence nor a malformed one. */
PLACEMAT_NODISCARD bool placemat_utf8_is_boundary(const char *text, size_t len, size_t at) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD bool placemat_utf16_is_boundary(const char16_t *text, size_t len,
    size_t at) PLACEMAT_NOEXCEPT;
/** The last boundary at or before `at`: the length of text that is cut to at most `at` units. */
PLACEMAT_NODISCARD size_t placemat_utf8_floor(const char *text, size_t len, size_t at) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_floor(const char16_t *text, size_t len, size_t at) PLACEMAT_NOEXCEPT;
/** The first boundary at or behind `at`. */
PLACEMAT_NODISCARD size_t placemat_utf8_ceil(const char *text, size_t len, size_t at) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_ceil(const char16_t *text, size_t len, size_t at) PLACEMAT_NOEXCEPT;
/** The length of text without the begin of a sequence that its end cuts. */
PLACEMAT_NODISCARD size_t placemat_utf8_trim(const char *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16_trim(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16le_trim(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_utf16be_trim(const char16_t *text, size_t len) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * Encodings by name, and text in pieces
 * --------------------------------------------------------------------------------------------- */

/** An encoding of bytes. Labels that leave the byte order open are read as big-endian unless
 * placemat_label_for_reading() finds a signature, and written as little-endian. */
typedef enum placemat_label {
    PLACEMAT_LABEL_NONE = 0,
    PLACEMAT_LABEL_US_ASCII = 1,
    PLACEMAT_LABEL_UTF_8 = 2,
    PLACEMAT_LABEL_UTF_8_RFC2279 = 3,  /**< One to six bytes, up to 7FFFFFFF. */
    PLACEMAT_LABEL_CESU_8 = 4,
    PLACEMAT_LABEL_MODIFIED_UTF_8 = 5, /**< Java's. */
    PLACEMAT_LABEL_WTF_8 = 6,
    PLACEMAT_LABEL_UTF_16 = 7,
    PLACEMAT_LABEL_UTF_16LE = 8,
    PLACEMAT_LABEL_UTF_16BE = 9,
    PLACEMAT_LABEL_UTF_32 = 10,
    PLACEMAT_LABEL_UTF_32LE = 11,
    PLACEMAT_LABEL_UTF_32BE = 12,
    PLACEMAT_LABEL_UCS_2 = 13,
    PLACEMAT_LABEL_UCS_2LE = 14,
    PLACEMAT_LABEL_UCS_2BE = 15,
    PLACEMAT_LABEL_UCS_4 = 16,
    PLACEMAT_LABEL_UCS_4LE = 17,
    PLACEMAT_LABEL_UCS_4BE = 18,
    PLACEMAT_LABEL_UTF_7 = 19,
    PLACEMAT_LABEL_UTF_7_IMAP = 20,
    PLACEMAT_LABEL_UTF_1 = 21,
    PLACEMAT_LABEL_SCSU = 22,
    PLACEMAT_LABEL_BOCU_1 = 23,
    PLACEMAT_LABEL_UTF_EBCDIC = 24,
    PLACEMAT_LABEL_ISO_8859_1 = 25,
    PLACEMAT_LABEL_WINDOWS_1252 = 26,
    PLACEMAT_LABEL_WINDOWS_1252_WHATWG = 27, /**< Its undefined bytes are C1 controls. */
    PLACEMAT_LABEL_UNICODE_1_1_UTF_8 = 28
} placemat_label;

/** What a name means to IANA and iconv, whatever its case and punctuation; `len` bytes. */
PLACEMAT_NODISCARD placemat_label placemat_label_find(const char *name, size_t len) PLACEMAT_NOEXCEPT;
/** What it means to the Encoding Standard of the web: latin1 is windows-1252 there. */
PLACEMAT_NODISCARD placemat_label placemat_label_find_whatwg(const char *name, size_t len) PLACEMAT_NOEXCEPT;
/** "utf-16le"; NULL for none. */
PLACEMAT_NODISCARD const char *placemat_label_name(placemat_label label) PLACEMAT_NOEXCEPT;
/** The encoding of the text that begins with `start`, and, if `signature_len` is not NULL, the length
 * of its signature, which is to be left out. PLACEMAT_LABEL_NONE if more bytes are needed to tell,
 * which cannot be if `last`. */
PLACEMAT_NODISCARD placemat_label placemat_label_for_reading(placemat_label label, const char *start,
    size_t len, bool last, size_t *signature_len) PLACEMAT_NOEXCEPT;

/** Takes the lenient form of both encodings: lone surrogates of UTF-16 and UTF-32 stand for
 * themselves, and each dialect of UTF-8 takes more than it would write. */
#define PLACEMAT_LENIENT 1u

/** Converts all of a text between any two encodings. `flags`: 0, or PLACEMAT_LENIENT. Where an error stops it, the end
 * is missing of what UTF-7 has shifted, and a high surrogate that WTF-8 keeps until it knows what follows. */
PLACEMAT_NODISCARD placemat_result placemat_convert(placemat_label from, placemat_label to,
    placemat_policy policy, uint32_t flags, const char *src, size_t len, char *dst,
    size_t room) PLACEMAT_NOEXCEPT;
/** The same result, but for `written`, which is 0; and the exact room in `*needed`. */
PLACEMAT_NODISCARD placemat_result placemat_convert_len(placemat_label from, placemat_label to,
    placemat_policy policy, uint32_t flags, const char *src, size_t len, size_t *needed) PLACEMAT_NOEXCEPT;

/** Text that comes in pieces. However it is cut, the result is that of the whole. */
typedef struct placemat_stream placemat_stream;

/** So much room is always enough: a push into it that says PLACEMAT_OUTPUT_FULL has written something. */
#define PLACEMAT_MIN_ROOM 96

/** A conversion between any two encodings. NULL if the policy makes no sense for them. */
PLACEMAT_NODISCARD placemat_stream *placemat_stream_new(placemat_label from, placemat_label to,
    placemat_policy policy, uint32_t flags) PLACEMAT_NOEXCEPT;
/** placemat_escape() and placemat_unescape() in pieces. What they change counts as malformed. */
PLACEMAT_NODISCARD placemat_stream *placemat_stream_new_escape(void) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD placemat_stream *placemat_stream_new_unescape(void) PLACEMAT_NOEXCEPT;
/** Converts `src`, which follows all that was pushed before. `last` says that nothing follows: a
 * sequence that is incomplete then is malformed.
 *
 * After PLACEMAT_OK all of `src` is taken; up to 6 bytes of it may wait for the rest of a sequence,
 * unless it was the last: then the stream is at the start of another text, and only offsets and counts go
 * on. After anything else the bytes behind `read` are to be pushed again; after PLACEMAT_MALFORMED and
 * PLACEMAT_UNMAPPABLE the stream stands behind the item, and can go on: what UTF-7 has shifted, and a high
 * surrogate towards WTF-8, is then written by a later push. */
PLACEMAT_NODISCARD placemat_result placemat_stream_push(placemat_stream *stream, const char *src,
    size_t len, char *dst, size_t room, bool last) PLACEMAT_NOEXCEPT;
/** How many bytes of the source are converted, or passed over; those that wait are not. */
PLACEMAT_NODISCARD uint64_t placemat_stream_offset(const placemat_stream *stream) PLACEMAT_NOEXCEPT;
/** How many bytes wait for the rest of their sequence. */
PLACEMAT_NODISCARD size_t placemat_stream_waiting(const placemat_stream *stream) PLACEMAT_NOEXCEPT;
/** How many items were malformed, and how many the target could not hold. */
PLACEMAT_NODISCARD uint64_t placemat_stream_malformed(const placemat_stream *stream) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD uint64_t placemat_stream_unmappable(const placemat_stream *stream) PLACEMAT_NOEXCEPT;
/** Makes it what it was when it was new. */
void placemat_stream_reset(placemat_stream *stream) PLACEMAT_NOEXCEPT;
void placemat_stream_free(placemat_stream *stream) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * Reversible escape
 * --------------------------------------------------------------------------------------------- */

/** Any bytes as well-formed UTF-8: a malformed byte becomes "\xHH", and a backslash that would be
 * mistaken for such an escape "\x5C". Text that has neither is not changed. */
PLACEMAT_NODISCARD placemat_result placemat_escape(const char *src, size_t len, char *dst,
    size_t room) PLACEMAT_NOEXCEPT;
/** The way back: unescaping what was escaped gives the same bytes, whatever they were. */
PLACEMAT_NODISCARD placemat_result placemat_unescape(const char *src, size_t len, char *dst,
    size_t room) PLACEMAT_NOEXCEPT;
/** The exact room; `len` if, and only if, nothing has to be changed. */
PLACEMAT_NODISCARD size_t placemat_escape_len(const char *src, size_t len) PLACEMAT_NOEXCEPT;
PLACEMAT_NODISCARD size_t placemat_unescape_len(const char *src, size_t len) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * Detection
 * --------------------------------------------------------------------------------------------- */

/** What bytes may be. */
typedef struct placemat_candidate {
    char encoding[32]; /**< Its canonical name: "utf-8", "windows-1252", "shift_jis", "binary", .. */
    double certainty;  /**< From 0 to 1. Below 0.5 it should not be called an answer. */
} placemat_candidate;

/** Which encoding `text` is in, the likeliest first: writes as many candidates as fit `out`, and
 * returns how many there are. Of big texts an excerpt is enough. */
PLACEMAT_NODISCARD size_t placemat_detect(const char *text, size_t len, placemat_candidate *out,
    size_t room) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * For those who come from simdutf
 * --------------------------------------------------------------------------------------------- */

/** The simdutf::error_code of a result: SUCCESS 0, HEADER_BITS 1, TOO_SHORT 2, TOO_LONG 3, OVERLONG 4,
 * TOO_LARGE 5, SURROGATE 6, OUTPUT_BUFFER_TOO_SMALL 10, OTHER 11. `utf8` and `len` are the source if it
 * is UTF-8, else NULL and 0; `to_latin1` says that the target is Latin-1. */
PLACEMAT_NODISCARD uint32_t placemat_simdutf_error(const placemat_result *result, const char *utf8,
    size_t len, bool to_latin1) PLACEMAT_NOEXCEPT;

/* ------------------------------------------------------------------------------------------------
 * For those who come from iconv
 * --------------------------------------------------------------------------------------------- */

/** iconv(3), by the names, the return values, the errno and the pointers of glibc's: EILSEQ, EINVAL, E2BIG;
 * `to` may end in "//IGNORE". Between US-ASCII, UTF-8, UTF-16, UTF-32 (also LE and BE) and ISO-8859-1. Any
 * other name, and "//TRANSLIT", are EINVAL: take iconv_open then. Four things differ from glibc: values above
 * U+10FFFF are EILSEQ also from UTF-8 to UTF-8; back at the start, the byte order is looked for again; a
 * signature behind a signature is a character, wherever the text is cut; and where "//IGNORE" has left out an
 * obsolete form of 5 or 6 bytes, what the call says of what follows. */
typedef struct placemat_iconv_handle *placemat_iconv_t;
/** (placemat_iconv_t)-1 in case of failure. */
PLACEMAT_NODISCARD placemat_iconv_t placemat_iconv_open(const char *to, const char *from) PLACEMAT_NOEXCEPT;
/** 0, or (size_t)-1. `in` or `*in` NULL: back to the start. */
size_t placemat_iconv(placemat_iconv_t cd, char **in, size_t *in_left, char **out,
    size_t *out_left) PLACEMAT_NOEXCEPT;
int placemat_iconv_close(placemat_iconv_t cd) PLACEMAT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* PLACEMAT_H */
