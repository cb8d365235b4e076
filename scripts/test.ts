import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createFirstStart } from '#tests/support/first-start.ts';
import { createMigratedDatabase } from '#tests/support/migrated-database.ts';
import { installBrowserAndServer } from './browser-and-server.ts';
import { setTempDirectory } from './temp-directory.ts';
import { readTestCounts, type TestCounts } from './test-counts.ts';

// `npm test`, and with `--full` `npm run test:full`: types, lint and build, then the tests, and a
// closing line with the counts. Only HTTP and browser tests need the build, so the build and the
// site's first start run beside the unit and integration tests.

if (process.argv.includes('--full')) process.env.TEST_FULL = '1';
// Shared, because hundreds of processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/ridgeline');
setTempDirectory();

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installBrowserAndServer();

const failures: string[] = [];
let removeFirstStart: (() => void) | undefined;

const migrated = createMigratedDatabase();
const building = build();
const checking = Promise.all([
  check(
    'react-router typegen',
    'tsc --noEmit --checkers 1',
    'node scripts/browser-types.ts',
    // Copies the migrated database, which is there by now.
    'node scripts/database-types.ts --check',
  ),
  check('biome check --error-on-warnings .', 'node scripts/import-rules.ts'),
]);
// Some of the full tests start the built site. On one core whatever runs beside the tests delays them.
const start =
  availableParallelism() === 1
    ? Promise.all([building, checking])
    : process.env.TEST_FULL === '1'
      ? building
      : migrated;
const [checks, built, vitest] = await Promise.all([
  checking,
  building,
  start.then(() => runTests('vitest run --project !http', 'vitest')),
]);
const counts = [
  ...checks,
  built,
  vitest,
  ...(built.failed > 0 ? [] : await testBuiltSite()),
  ...(process.env.TEST_FULL === '1' ? [await check('stryker run')] : []),
];
removeFirstStart?.();

const passed = counts.reduce((sum, each) => sum + each.passed, 0);
const failed = counts.reduce((sum, each) => sum + each.failed, 0);
process.stdout.write(`${failures.join('')}\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

/** Builds the site and starts it once, for the tests to copy its data folder. */
async function build(): Promise<TestCounts> {
  const counts = await check('react-router build', 'node scripts/check-build.ts');
  await migrated;
  if (counts.failed === 0) removeFirstStart = await createFirstStart();
  return counts;
}

/** Browser tests leave an eighth of two cores idle, which is enough for the requests without a browser. */
async function testBuiltSite(): Promise<TestCounts[]> {
  const requests = () =>
    runTests('vitest run --project http --maxWorkers 1', 'http', { isQuiet: true });
  const browsers = () => runTests('playwright test', 'playwright');
  return availableParallelism() === 1
    ? [await requests(), await browsers()]
    : Promise.all([requests(), browsers()]);
}

/** Runs commands until one fails and prints the output of each once it has ended. Counts as one test. */
async function check(...commands: string[]): Promise<TestCounts> {
  for (const command of commands) {
    const { status, output, seconds } = await run(command);
    process.stdout.write(`\n— ${command} (${seconds} s)\n${output}`);
    if (status !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

/** Runs a test runner and reads its counts. With `isQuiet` its output is printed once it has ended. */
async function runTests(
  command: string,
  name: string,
  { isQuiet = false } = {},
): Promise<TestCounts> {
  const report = `${results}/${name}.json`;
  const reporters =
    name === 'playwright' ? '' : ` --reporter=dot --reporter=json --outputFile.json=${report}`;
  const print = (text: string) => void process.stdout.write(text);
  print(`\n— ${command}\n`);
  const { status, output, seconds } = await run(command + reporters, isQuiet ? undefined : print);
  print(`${isQuiet ? output : ''}\n— ${command}: ${seconds} s\n`);
  return readTestCounts(report, status);
}

/** Runs a command. The end of its output is printed again after the last command if it failed. */
async function run(command: string, onOutput: (text: string) => void = () => {}) {
  const start = performance.now();
  const [file = '', ...args] = command.split(' ');
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput(text);
    });
  }
  // A process that a test left behind can hold the output open.
  const [code] = await Promise.race([
    once(child, 'close'),
    once(child, 'exit').then((exit) => setTimeout(5_000, exit)),
  ]);
  const status = code ?? 1;
  if (status !== 0) {
    const end = output.split('\n').slice(-60).join('\n');
    failures.push(`\n${command} failed with ${status}:\n${end}`);
  }
  return { status, output, seconds: Math.round((performance.now() - start) / 1000) };
}
