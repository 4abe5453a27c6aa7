/** Bytes: any buffer, or any view of one. What is shared is copied before it is looked at. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** What becomes of what is malformed, or of what the target cannot hold. */
export type Policy =
  | 'strict'
  | 'replace'
  | 'replace-per-byte'
  | 'remove'
  | 'backslashreplace'
  | 'latin1'
  | 'windows-1252'
  | 'windows-1252-strict'
  | 'utf8b';

/** How text is ill-formed. */
export type MalformedKind =
  | 'overlong'
  | 'surrogate'
  | 'too-large'
  | 'obsolete-form'
  | 'never-valid'
  | 'unexpected-continuation'
  | 'incomplete'
  | 'incomplete-at-end'
  | 'lone-high-surrogate'
  | 'lone-low-surrogate'
  | 'surrogate-pair'
  | 'four-byte-form'
  | 'nul'
  | 'undefined'
  | 'unknown-hangul'
  | 'not-direct'
  | 'stray-bits'
  | 'needless-shift';

/** One malformed maximal subpart. */
export interface Malformed {
  /** In bytes, from 0. */
  offset: number;
  /** In bytes. */
  length: number;
  kind: MalformedKind;
}

/** The same, with its place as an editor shows it. */
export interface Located extends Malformed {
  /** From 1. */
  line: number;
  /** In bytes, from 1. */
  column: number;
}

export interface ErrorsOptions {
  /** A label, as IANA and iconv mean it; `'utf-8'` by default. */
  encoding?: string;
  /** How many errors at most. */
  limit?: number;
  /** With lines and columns: in UTF-8 only. */
  lines?: boolean;
}

/** Whether all bytes are well-formed UTF-8. */
export function isValid(data: Bytes): boolean;
/** The same, under the name that the package utf-8-validate has for it. */
export function isValidUTF8(data: Bytes): boolean;
/** How many bytes at the start are well-formed UTF-8. */
export function validUpTo(data: Bytes): number;
/** Every error, in order. */
export function errors(data: Bytes, options: ErrorsOptions & { lines: true }): Located[];
export function errors(data: Bytes, options?: ErrorsOptions): Malformed[];

export interface ConvertOptions {
  /** `'strict'` by default: the first error is thrown. */
  policy?: Policy;
  /** The lenient form of both encodings: surrogates that stand alone are kept, for one. */
  lenient?: boolean;
}

/**
 * The text of well-formed UTF-8.
 * @throws {MalformedError} where the first error is
 */
export function validate(data: Bytes): string;
/** Well-formed UTF-8: the bytes themselves if they are that, else new ones. `'replace'` by default. */
export function repair(data: Bytes, policy?: Exclude<Policy, 'strict' | 'utf8b'>): Uint8Array;
/** The same, and each change. */
export function repairWithChanges(data: Bytes, policy?: Exclude<Policy, 'strict' | 'utf8b'>): Repaired;
/** What was made well-formed, and how. */
export interface Repaired {
  /** The bytes themselves if nothing was malformed, else new ones. */
  bytes: Uint8Array;
  /** From front to back; one for each malformed subpart. */
  changes: Change[];
}
/** Malformed bytes, and what stands for them. */
export interface Change {
  /** In bytes, in what was given, and in what was made. */
  offset: number;
  outputOffset: number;
  removed: Uint8Array;
  /** Empty where they were removed. */
  inserted: Uint8Array;
  kind: MalformedKind;
}
/** Text in one encoding as text in another. */
export function transcode(data: Bytes, from: string, to: string, options?: ConvertOptions): Uint8Array;
/** Text in an encoding, `'utf-8'` by default, as a string. A signature in front is kept. */
export function decode(data: Bytes, from?: string, options?: ConvertOptions): string;
/** A string as text in an encoding, `'utf-8'` by default. */
export function encode(text: string, to?: string, options?: ConvertOptions): Uint8Array;

/** Text that is ill-formed, where the policy is `'strict'`. */
export class MalformedError extends TypeError implements Malformed {
  readonly code: 'ERR_ENCODING_INVALID_ENCODED_DATA';
  readonly encoding: string;
  /** In code units of the source, from the start of the text, whatever pieces it came in. */
  readonly offset: number;
  readonly length: number;
  readonly kind: MalformedKind;
}

/** Text that the target cannot hold, where the policy is `'strict'`. */
export class UnmappableError extends TypeError {
  readonly code: 'ERR_ENCODING_UNMAPPABLE';
  readonly encoding: string;
  readonly offset: number;
  readonly length: number;
  readonly codePoint: number;
}

export interface Encoding {
  name: string;
  /** Other labels, but for spellings that differ in case and punctuation only. */
  aliases: string[];
  /** Labels of the Encoding Standard, if it has this encoding. */
  whatwg: string[];
  /** What it is, in one line. */
  about: string;
}

/** All encodings. */
export function encodings(): Encoding[];
/** The names of all policies. */
export function policies(): Policy[];

export interface DecoderOptions {
  /** The same as `policy: 'strict'`. */
  fatal?: boolean;
  /** U+FEFF in front of the text is kept. */
  ignoreBOM?: boolean;
  /** `'replace'` by default. */
  policy?: Policy;
  lenient?: boolean;
}

/** As TextDecoder. Labels mean what the Encoding Standard says, where it knows them. */
export class PlacematDecoder {
  constructor(label?: string, options?: DecoderOptions);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly policy: Policy;
  /** How many bytes of the text that is being decoded are converted. */
  readonly offset: number;
  decode(data?: Bytes, options?: { stream?: boolean }): string;
}

export interface EncoderOptions {
  /** `'replace'` by default. */
  policy?: Policy;
  lenient?: boolean;
}

/** As `TextEncoder.encode`, for every encoding, and for strings that come in pieces. */
export class PlacematEncoder {
  constructor(label?: string, options?: EncoderOptions);
  readonly encoding: string;
  readonly policy: Policy;
  /** How many UTF-16 code units of the text that is being encoded are converted. */
  readonly offset: number;
  encode(text?: string, options?: { stream?: boolean }): Uint8Array;
}

/** As TextDecoderStream. */
export class PlacematDecoderStream implements ReadableWritablePair<string, Bytes> {
  constructor(label?: string, options?: DecoderOptions);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly policy: Policy;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<Bytes>;
}

/** As TextEncoderStream. */
export class PlacematEncoderStream implements ReadableWritablePair<Uint8Array, string> {
  constructor(label?: string, options?: EncoderOptions);
  readonly encoding: string;
  readonly policy: Policy;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<string>;
}

export interface Verdict {
  /** The likeliest encoding; `null` if that is uncertain. */
  encoding: string | null;
  /** How likely it is, from 0 to 1. */
  certainty: number;
  /** The label that the bytes declare themselves, if they do. */
  declared?: string;
  /** The likeliest first. */
  candidates: Candidate[];
}

export interface Candidate {
  encoding: string;
  certainty: number;
  /** Why, in a few words. */
  reason: string;
  /** Other encodings in which these bytes are the same text. */
  same: string[];
}

/** Which encoding bytes are in. What is known of them helps: a language (BCP 47), a label that someone gave. */
export function detect(data: Bytes, hints?: { language?: string; encoding?: string }): Verdict;

/** A code point, or a mistake. */
export type Sequence = {
  /** In bytes, from 0. */
  offset: number;
  /** In bytes. */
  length: number;
  /** `'E2 82 AC'`. */
  bytes: string;
} & (CodePoint | Mistake);

export interface CodePoint {
  codePoint: number;
  text: string;
  /** `'EURO SIGN'`. */
  name: string;
  /** General category: `'Sc'`. */
  category: string;
  script: string;
  block: string;
}

export interface Mistake {
  codePoint?: undefined;
  kind: MalformedKind;
  /** How many errors it is. */
  subparts: number;
  /** A sentence. */
  message: string;
  /** What was probably meant. */
  meaning: string;
  /** The code point, or value, that was probably meant. */
  value?: number;
  /** What the bytes are in that encoding. */
  windows1252: string;
}

/** What bytes say, sequence by sequence: the first 1000, or `limit`. */
export function explain(data: Bytes, options?: { limit?: number }): Sequence[];

/** Memory of the program of WebAssembly: what is read into it need not be copied to be checked. */
export class PlacematMemory {
  constructor(length: number);
  /**
   * The bytes as they lie there: to be asked for again after other calls, as memory that grows moves. They are
   * given back when this object is gone: it has to be kept as long as they are used.
   */
  readonly bytes: Uint8Array;
  /** Gives the memory back, which happens sooner or later in any case. */
  free(): void;
}
