#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

// `npx supabase`: the CLI for Linux on x64 is in package-lock.json with its hash. Those for other systems were published
// without one that could be locked, so that npm brings the same version when it is first run.

const require = createRequire(import.meta.url);
const [[name, version]] = Object.entries(require('./package.json').optionalDependencies);

function findLocked() {
  try {
    return require.resolve(`${name}/bin/supabase`);
  } catch {
    return undefined;
  }
}

const locked = findLocked();
const [program, ...start] = locked ? [locked] : ['npx', '--yes', `supabase@${version}`];
const { status, error } = spawnSync(program, [...start, ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (error) throw error;
process.exitCode = status ?? 1;
