import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { installBrowserAndServer } from './browser-and-server.ts';
import { readPlaywrightReport, readVitestReport, type TestReport } from './test-reports.ts';

// `npm test`: every check, one after the other; at the end what failed, and one line of figures.

// Some hundred processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/ridgeline');

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installBrowserAndServer();

const reports: TestReport[] = [
  check('types', [
    ['node', 'scripts/database-types.ts', '--check'],
    ['react-router', 'typegen'],
    ['tsc', '--noEmit'],
  ]),
  check('lint', [['biome', 'check', '--error-on-warnings', '.']]),
  check('build', [['react-router', 'build']]),
  vitest(),
  playwright(),
];

// Whoever sees no more than the end of this sees what went wrong.
for (const { test, is, message } of reports.flatMap(({ troubles }) => troubles)) {
  process.stdout.write(`\n${is}: ${test}\n${message.replaceAll(/^/gm, '  ')}\n`);
}
const total = (name: 'passed' | 'failed' | 'skipped') =>
  reports.reduce((sum, each) => sum + each[name], 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed${skipped}\n`);
process.exit(total('failed') > 0 ? 1 : 0);

function check(name: string, commands: string[][]): TestReport {
  const broken = commands.find((command) => run(name, command) !== 0);
  return broken
    ? failure(name, `${broken.join(' ')} failed; what it said stands further up.`)
    : { passed: 1, failed: 0, skipped: 0, troubles: [] };
}

function vitest(): TestReport {
  const file = `${results}/vitest.json`;
  const status = run('unit and integration', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return report('unit and integration', status, () => readVitestReport(file));
}

function playwright(): TestReport {
  const status = run('browser', ['playwright', 'test']);
  return report('browser', status, () => readPlaywrightReport(`${results}/playwright.json`));
}

/** A runner's report; a run that failed without a failed test, or without a report, counts as one. */
function report(name: string, status: number, read: () => TestReport): TestReport {
  try {
    const found = read();
    const nothingRan = found.passed + found.failed === 0;
    if ((status === 0 && !nothingRan) || found.failed > 0) return found;
    const { failed, troubles } = failure(name, `It ended with ${status}.`);
    return { ...found, failed, troubles: [...found.troubles, ...troubles] };
  } catch (error) {
    return failure(name, `It ended with ${status} and without a report: ${error}`);
  }
}

function failure(test: string, message: string): TestReport {
  return { passed: 0, failed: 1, skipped: 0, troubles: [{ test, is: 'failed', message }] };
}

function run(name: string, [command = '', ...args]: string[]): number {
  process.stdout.write(`\n— ${name}: ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}
