// The tarball that would be published: installed in a fresh folder, and used as a stranger would.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(here, '../../../target/web/npm');
const folder = mkdtempSync(join(tmpdir(), 'placemat-'));
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

let packed;
before(() => {
  [packed] = JSON.parse(run('npm', 'pack', '--json', '--silent', built));
  writeFileSync(join(folder, 'package.json'), '{"name": "stranger", "version": "1.0.0"}');
  run('npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`);
});
after(() => rmSync(folder, { recursive: true }));

test('it has what it needs, and nothing of its workshop', () => {
  const files = packed.files.map(({ path }) => path).sort();
  for (const needed of ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'cjs/index.cjs', 'esm/index.js', 'index.d.cts', 'index.d.ts', 'package.json']) {
    assert.ok(files.includes(needed), needed);
  }
  assert.deepEqual(files.filter((path) => /test|bench|node_modules|build/.test(path)), []);
  const published = JSON.parse(readFileSync(join(folder, 'node_modules/placemat/package.json')));
  assert.deepEqual([published.private, published.scripts, published.dependencies], [undefined, undefined, undefined]);
});

test('it is used from ESM', () => {
  writeFileSync(join(folder, 'use.mjs'), `
    import { explain, isValidUTF8, PlacematDecoderStream, repair } from 'placemat';
    console.log(isValidUTF8(Buffer.from('é')), explain(Buffer.from('€'))[0].name);
    console.log(Buffer.from(repair(Buffer.from('don\\x92t', 'latin1'), 'windows-1252')).toString());
    const text = new Blob(['caf\\u00e9']).stream().pipeThrough(new PlacematDecoderStream());
    for await (const piece of text) console.log(piece);
  `);
  assert.equal(run('node', 'use.mjs'), 'true EURO SIGN\ndon’t\ncafé\n');
});

/** The examples of the README, each `value; // => expected` an assertion. */
const examples = readFileSync(join(here, 'README.md'), 'utf8').match(/(?<=```js\n)[^]*?(?=```)/g);

for (const [i, example] of examples.entries()) {
  test(`example ${i + 1} of the README runs`, () => {
    let asserted = 0;
    const code = example.replace(/^( *)(.*); \/\/ => (.*)$/gm, (_, space, value, expected) => {
      asserted += 1;
      return `${space}assert.deepEqual(${value}, ${expected});`;
    });
    assert.ok(asserted > 0);
    writeFileSync(join(folder, 'example.mjs'), `import assert from 'node:assert/strict';\n${code}`);
    run('node', 'example.mjs');
  });
}

test('it is used from CommonJS', () => {
  writeFileSync(join(folder, 'use.cjs'), `
    const { detect, errors, MalformedError, isValidUTF8, validate } = require('placemat');
    console.log(isValidUTF8(Buffer.of(0xff)), errors(Buffer.of(0x61, 0xff))[0].offset, detect(Buffer.from('é')).encoding);
    try { validate(Buffer.of(0xff)) } catch (error) { console.log(error instanceof MalformedError) }
    console.log(Object.keys(require('placemat')).sort().join());
  `);
  const names = run('node', '--input-type=module', '--eval', "console.log(Object.keys(await import('placemat')).sort().join())");
  assert.equal(run('node', 'use.cjs'), `false 1 utf-8\ntrue\n${names}`);
});

test('it is used without Node’s Buffer, as a browser has it', () => {
  writeFileSync(join(folder, 'browser.mjs'), `
    const { log } = console;
    delete globalThis.Buffer;
    globalThis.process = undefined;
    const { decode, encode, validate } = await import('placemat');
    const long = 'aé€😀'.repeat(20000);
    log(validate(encode(long)) === long, decode(Uint8Array.of(0xff), 'utf-8', { policy: 'utf8b' }) === '\\udcff');
  `);
  assert.equal(run('node', 'browser.mjs'), 'true true\n');
});

test('its types are those of a strict consumer, as a module and as CommonJS', () => {
  const code = `
    import { errors, isValidUTF8, MalformedError, PlacematDecoder, PlacematDecoderStream, PlacematEncoderStream, PlacematMemory, decode, detect, encode, explain, repair, repairWithChanges, transcode, encodings } from 'placemat';
    const bytes: Uint8Array = encode('text', 'utf-16le', { policy: 'replace' });
    const line: number = errors(bytes, { lines: true })[0]!.line;
    // @ts-expect-error: lines are there if they are asked for.
    errors(bytes)[0]!.line;
    // @ts-expect-error: no policy has this name.
    repair(bytes, 'ignore');
    // @ts-expect-error: a string is no bytes.
    isValidUTF8('text');
    const text: string = new PlacematDecoder('cesu-8', { policy: 'utf8b' }).decode(new DataView(bytes.buffer), { stream: true });
    const encoding: string | null = detect(bytes, { language: 'pl' }).encoding;
    for (const one of explain(bytes)) console.log(one.codePoint === undefined ? one.message : one.name);
    const strings: ReadableStream<string> = new Blob([text]).stream().pipeThrough(new PlacematDecoderStream());
    const coded: ReadableStream<Uint8Array> = strings.pipeThrough(new PlacematEncoderStream('utf-16be'));
    try { decode(new SharedArrayBuffer(8)) } catch (error) { if (error instanceof MalformedError) console.log(error.offset, error.kind === 'overlong') }
    const inserted: Uint8Array | undefined = repairWithChanges(bytes, 'remove').changes[0]?.inserted;
    console.log(inserted, line, encoding, coded, transcode(bytes, 'utf-8', 'utf-7'), new PlacematMemory(5).bytes.length, encodings()[0]?.about);
  `;
  mkdirSync(join(folder, 'types'));
  for (const extension of ['mts', 'cts']) {
    const path = join(folder, 'types', `use.${extension}`);
    writeFileSync(path, code);
  }
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
  run(join(here, 'node_modules/.bin/tsc'), ...options, 'types/use.mts', 'types/use.cts');
});
