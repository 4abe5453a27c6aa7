import { Program } from './program.js';
import { base64 } from './placemat-wasm.js';

export const program = new Program(base64);
