import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { installBrowserAndServer } from './browser-and-server.ts';
import { readTestCounts, type TestCounts } from './test-counts.ts';

// `npm test`: every check, one after the other, and a closing line with the counts.

// Some hundred processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/ridgeline');

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installBrowserAndServer();

const counts = [
  check('node scripts/database-types.ts --check', 'react-router typegen', 'tsc --noEmit'),
  check('biome check --error-on-warnings .'),
  check('react-router build'),
  runTests(
    `vitest run --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`,
    `${results}/vitest.json`,
  ),
  runTests('playwright test', `${results}/playwright.json`),
];
const passed = counts.reduce((sum, each) => sum + each.passed, 0);
const failed = counts.reduce((sum, each) => sum + each.failed, 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

/** Counts as one test. */
function check(...commands: string[]): TestCounts {
  const failing = commands.find((command) => run(command) !== 0);
  return failing ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
}

function runTests(command: string, report: string): TestCounts {
  return readTestCounts(report, run(command));
}

function run(command: string): number {
  process.stdout.write(`\n— ${command}\n`);
  const [file = '', ...args] = command.split(' ');
  const status = spawnSync(file, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
  if (status !== 0) process.stdout.write(`\n${command} failed with ${status}.\n`);
  return status;
}
