// Runs a WebAssembly program of WASI with node: arguments, environment, standard output and an exit
// code, and nothing else. There are no files, and no threads.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [, , file, ...args] = process.argv;
const wasi = new WASI({
  version: 'preview1',
  args: [file, ...args],
  env: process.env,
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(readFileSync(file), wasi.getImportObject());
process.exitCode = wasi.start(instance);
