import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { installBrowserAndServer } from './browser-and-server.ts';
import { readTestCounts, type TestCounts } from './test-counts.ts';

// `npm test`: types, lint and build side by side, then the tests, and a closing line with the counts.

// Hundreds of processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/ridgeline');

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installBrowserAndServer();

const failures: string[] = [];
const counts = [
  ...(await Promise.all([
    check('node scripts/database-types.ts --check', 'react-router typegen', 'tsc --noEmit'),
    check('biome check --error-on-warnings .'),
    check('react-router build'),
  ])),
  await runTests(
    `vitest run --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`,
    `${results}/vitest.json`,
  ),
  await runTests('playwright test', `${results}/playwright.json`),
];
const passed = counts.reduce((sum, each) => sum + each.passed, 0);
const failed = counts.reduce((sum, each) => sum + each.failed, 0);
process.stdout.write(`${failures.join('')}\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

/** Runs commands until one fails and prints the output of each once it has ended. Counts as one test. */
async function check(...commands: string[]): Promise<TestCounts> {
  for (const command of commands) {
    const { status, output } = await run(command);
    process.stdout.write(`\n— ${command}\n${output}`);
    if (status !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

async function runTests(command: string, report: string): Promise<TestCounts> {
  process.stdout.write(`\n— ${command}\n`);
  const { status } = await run(command, (text) => process.stdout.write(text));
  return readTestCounts(report, status);
}

/** Runs a command. The end of its output is printed again after the last command if it failed. */
async function run(command: string, onOutput: (text: string) => void = () => {}) {
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
  return { status, output };
}
