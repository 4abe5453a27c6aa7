// Makes the package: target/web/npm, of what is here and of the programs that `cargo xtask web` builds.
// For CommonJS every module is written once more, as its own lines say: imports and exports are those
// of names, and stand at the start of a line.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const web = join(root, 'target/web');
const out = join(web, 'npm');

/** A module as CommonJS has it. */
function commonjs(text) {
  const exported = [];
  const names = (list) => list.split(',').map((name) => name.trim()).filter(Boolean);
  const path = (from) => from.replace(/\.js$/, '.cjs');
  const body = text
    .replace(/^import \{([^}]*)\} from '(.*)';$/gm, (_, list, from) => {
      return `const {${list.replaceAll(' as ', ': ')}} = require('${path(from)}');`;
    })
    .replace(/^export \{([^}]*)\} from '(.*)';$/gm, (_, list, from) => {
      const given = names(list).map((name) => name.split(' as '));
      exported.push(...given.map(([inner, outer = inner]) => `${outer}: require('${path(from)}').${inner}`));
      return '';
    })
    .replace(/^export (const|class|function) (\w+)/gm, (_, kind, name) => {
      exported.push(name);
      return `${kind} ${name}`;
    });
  if (/^(im|ex)port /m.test(body)) throw new Error(`not understood: ${body.match(/^(im|ex)port .*/m)}`);
  return `'use strict';\n\n${body.trim()}\n\nmodule.exports = {\n  ${exported.join(',\n  ')},\n};\n`;
}

rmSync(out, { recursive: true, force: true, maxRetries: 3 });
mkdirSync(join(out, 'esm'), { recursive: true });
mkdirSync(join(out, 'cjs'));
const modules = readdirSync(join(here, 'src')).map((name) => [name, readFileSync(join(here, 'src', name), 'utf8')]);
for (const program of ['placemat', 'judge']) {
  const base64 = readFileSync(join(web, `${program}.wasm`), 'base64');
  modules.push([`${program}-wasm.js`, `export const base64 =\n  '${base64}';\n`]);
}
for (const [name, text] of modules) {
  writeFileSync(join(out, 'esm', name), text);
  writeFileSync(join(out, 'cjs', name.replace(/\.js$/, '.cjs')), commonjs(text));
}
const types = readFileSync(join(here, 'index.d.ts'), 'utf8');
writeFileSync(join(out, 'index.d.ts'), types);
writeFileSync(join(out, 'index.d.cts'), types);
cpSync(join(here, 'README.md'), join(out, 'README.md'));
for (const license of ['LICENSE-APACHE', 'LICENSE-MIT']) cpSync(join(root, license), join(out, license));
const { private: _private, scripts: _scripts, devDependencies: _peers, ...published } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
);
writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
console.log(out);
