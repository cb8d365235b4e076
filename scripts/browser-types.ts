import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitLibrary } from './browser-library.ts';

// Type-checks browser code against the features of supported browsers.

const target = resolve('node_modules/.cache/ridgeline/browser-library.d.ts');
const typescript = createRequire(fileURLToPath(import.meta.resolve('typescript')));
const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
const libraries = join(dirname(typescript.resolve(platform)), 'lib');
const read = (name: string) => readFileSync(join(libraries, `lib.${name}.d.ts`), 'utf8');

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, limitLibrary(read('dom') + read('es2023.array')));
const { status, stdout, stderr } = spawnSync(
  'tsc',
  ['--noEmit', '--checkers', '1', '-p', 'tsconfig.browser.json'],
  {
    encoding: 'utf8',
  },
);
// Routes import the server's modules, which the build removes from browser code.
const errors = stdout
  .split(/\n(?=\S)/)
  .filter((error) => error.trim() && !/^\S+\.server\.tsx?\(/.test(error));
process.stdout.write(errors.map((error) => `${error.trimEnd()}\n`).join('') + stderr);
// The compiler was killed if it printed nothing.
const wasEnded = status !== 0 && stdout.trim() === '';
process.exit(errors.length > 0 || stderr || wasEnded ? 1 : 0);
