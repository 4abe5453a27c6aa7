// The package as bundlers and other runtimes take it: installed from its tarball, bundled, and the bundle run in
// node and in Chromium; and used by Deno as it is. Fetches esbuild, rollup, vite and deno. Run by
// `cargo xtask test-web --long`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const packed = join(dirname(fileURLToPath(import.meta.url)), '../../../../target/web/npm');
const folder = mkdtempSync(join(tmpdir(), 'placemat-bundlers-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] });
const bin = (name, ...args) => run(join(folder, 'node_modules/.bin', name), ...args);
const file = (name, text) => writeFileSync(join(folder, name), text);

const ALL = `
  import { detect, explain, isValidUTF8, repair } from 'placemat';
  const bytes = Uint8Array.of(0x64, 0x92, 0x74);
  const said = [isValidUTF8(bytes), new TextDecoder().decode(repair(bytes, 'windows-1252')), detect(new TextEncoder().encode('é')).encoding,
    explain(bytes)[1].message.slice(0, 2)].join(' ');
  globalThis.document ? (document.title = said) : console.log(said);
`;
const SAID = 'false d’t utf-8 92';
/** Who asks for no judgement gets none. */
const FEW = "import { isValidUTF8 } from 'placemat'; console.log(isValidUTF8(Uint8Array.of(0xff)));";

file('package.json', '{ "private": true, "type": "module" }');
file('all.js', ALL);
file('few.js', FEW);
const tarball = run('npm', 'pack', '--silent', packed).trim();
run('npm', 'install', '--silent', '--no-audit', '--no-fund', `./${tarball}`, 'esbuild', 'rollup', '@rollup/plugin-node-resolve', 'vite', 'deno');

for (const format of ['esm', 'cjs', 'iife']) {
  test(`esbuild, ${format}`, () => {
    const out = `esbuild.${format === 'esm' ? 'mjs' : 'cjs'}`;
    bin('esbuild', 'all.js', '--bundle', '--minify', '--log-level=error', `--format=${format}`, `--outfile=${out}`);
    assert.equal(run('node', out), `${SAID}\n`);
  });
}

test('what is not asked for is not in the bundle', () => {
  bin('esbuild', 'few.js', '--bundle', '--minify', '--format=esm', '--log-level=error', '--outfile=few.mjs');
  assert.equal(run('node', 'few.mjs'), 'false\n');
  const [few, all] = ['few.mjs', 'esbuild.mjs'].map((name) => statSync(join(folder, name)).size);
  assert.ok(few < all / 2, `${few} of ${all}`);
});

test('rollup', () => {
  bin('rollup', 'all.js', '--plugin', 'node-resolve', '--format', 'es', '--silent', '--file', 'rollup.mjs');
  assert.equal(run('node', 'rollup.mjs'), `${SAID}\n`);
});

test('vite, in Chromium', () => {
  file('index.html', '<!DOCTYPE html><title>wait</title><script type="module" src="./all.js"></script>');
  bin('vite', 'build', '--logLevel', 'error', '--base', './');
  // A module is not loaded from disk: its text is put into the page.
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  const script = page.match(/src="\.\/(assets\/[^"]+\.js)"/)[1];
  const text = readFileSync(join(folder, 'dist', script), 'utf8').replaceAll('</script', '<\\/script');
  file('dist/whole.html', `<!DOCTYPE html><meta charset="utf-8"><title>wait</title><script type="module">${text}</script>`);
  const dom = run('chromium', '--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=5000', '--dump-dom', join(folder, 'dist/whole.html'));
  assert.equal(dom.match(/<title>([^<]*)/)[1], SAID);
});

test('Deno', () => {
  assert.equal(bin('deno', 'run', '--no-remote', '--node-modules-dir=manual', 'all.js'), `${SAID}\n`);
});
