export { decode, encode, repair, repairWithChanges, transcode, validate } from './convert.js';
export { PlacematDecoder, PlacematEncoder } from './decoder.js';
export { detect, explain } from './judge.js';
export { PlacematMemory } from './memory.js';
export { encodings, MalformedError, policies, UnmappableError } from './names.js';
export { PlacematDecoderStream, PlacematEncoderStream } from './streams.js';
export { errors, isValid, isValid as isValidUTF8, validUpTo } from './text.js';
