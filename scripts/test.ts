import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { installBrowserAndServer } from './browser-and-server.ts';
import { readTestCounts, type TestCounts } from './test-counts.ts';

// `npm test`: types, lint and build side by side, then the tests, and a closing line with the counts.

// Hundreds of processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/ridgeline');

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installBrowserAndServer();

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
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

/** Runs commands until one fails and prints the output of each once it has ended. Counts as one test. */
async function check(...commands: string[]): Promise<TestCounts> {
  for (const command of commands) {
    const child = start(command, 'pipe');
    const [status, ...output] = await Promise.all([
      exitStatus(child),
      ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
    ]);
    process.stdout.write(`\n— ${command}\n${output.join('')}`);
    if (status !== 0) {
      process.stdout.write(`\n${command} failed with ${status}.\n`);
      return { passed: 0, failed: 1 };
    }
  }
  return { passed: 1, failed: 0 };
}

async function runTests(command: string, report: string): Promise<TestCounts> {
  process.stdout.write(`\n— ${command}\n`);
  const status = await exitStatus(start(command, 'inherit'));
  if (status !== 0) process.stdout.write(`\n${command} failed with ${status}.\n`);
  return readTestCounts(report, status);
}

function start(command: string, output: 'pipe' | 'inherit') {
  const [file = '', ...args] = command.split(' ');
  return spawn(file, args, { stdio: ['ignore', output, output] });
}

async function exitStatus(child: ReturnType<typeof start>): Promise<number> {
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
