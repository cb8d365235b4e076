import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNewerFunctions } from './browser-support.ts';
import { browserslistQuery } from './supported-browsers.ts';

// Checks that the built files, libraries included, use nothing that a supported browser lacks.

/** Features that libraries check before use, or names that only look like a feature. */
const allowed: Record<string, string> = {
  Float16Array: 'three checks for it',
  Uint8ArrayToBase64: 'a method of its own in storage-js',
  'PublicKeyCredential.parseCreationOptionsFromJSON': 'auth-js checks for it',
  'PublicKeyCredential.parseRequestOptionsFromJSON': 'auth-js checks for it',
  'URL.canParse': 'zod checks for it; TypeScript rejects it in our code',
  'crypto.randomUUID': 'react-hook-form checks for it; TypeScript rejects it in our code',
  'new XRWebGLBinding': 'part of three for headsets, which we do not use',
  'new XRWebGLLayer': 'part of three for headsets, which we do not use',
};

const directory = 'build/client/assets';
const args = ['checkBrowser', `${directory}/*.js`, 'build/bootstrap-hydration.js', '--module'];
const { status } = spawnSync(
  'es-check',
  [
    ...args,
    '--checkFeatures',
    '--noCache',
    `--browserslistQuery=${browserslistQuery}`,
    `--ignore=${Object.keys(allowed).join()}`,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
const found = readdirSync(directory)
  .filter((file) => file.endsWith('.js'))
  .flatMap((file) =>
    findNewerFunctions(readFileSync(join(directory, file), 'utf8'))
      .filter((name) => !(name in allowed))
      .map((name) => `${file} uses ${name}, which a supported browser lacks\n`),
  );
process.stderr.write(found.join(''));
process.exit(status !== 0 || found.length > 0 ? 1 : 0);
