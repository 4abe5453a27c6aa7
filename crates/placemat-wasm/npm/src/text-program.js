import { bytesOf } from './input.js';
import { Program } from './program.js';
import { base64 } from './placemat-wasm.js';

export const program = new Program(base64);

/** The bytes of a buffer or view, which stay where they are: memory of the program moves when it grows. */
export function steadyBytesOf(data) {
  const bytes = bytesOf(data);
  return program.holds(bytes) ? new Uint8Array(bytes) : bytes;
}
