import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { installBrowserAndServer } from './browser-and-server.ts';

// `npm test`: every check, one after the other, and one line of figures at the end.

type Count = { passed: number; failed: number; skipped: number };

// Some hundred processes load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/ridgeline');

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installBrowserAndServer();

const counts: Count[] = [
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

const total = (name: keyof Count) => counts.reduce((sum, count) => sum + count[name], 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed${skipped}\n`);
process.exit(total('failed') > 0 ? 1 : 0);

function check(name: string, commands: string[][]): Count {
  const ok = commands.every((command) => run(name, command) === 0);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function vitest(): Count {
  const file = `${results}/vitest.json`;
  const status = run('unit and integration', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return count(status, file, (report) => ({
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: report.numPendingTests ?? 0,
  }));
}

function playwright(): Count {
  const status = run('browser', ['playwright', 'test']);
  return count(status, `${results}/playwright.json`, ({ stats }) => ({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  }));
}

type Report = {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  stats?: { expected: number; flaky: number; unexpected: number; skipped: number };
};

/** Reads a runner's report; a run that failed without a failed test, or without a report, counts as one. */
function count(status: number, file: string, read: (report: Report) => Count): Count {
  try {
    const counted = read(JSON.parse(readFileSync(file, 'utf8')) as Report);
    const nothingRan = counted.passed + counted.failed === 0;
    if ((status !== 0 || nothingRan) && counted.failed === 0) return { ...counted, failed: 1 };
    return counted;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function run(name: string, [command = '', ...args]: string[]): number {
  process.stdout.write(`\n— ${name}: ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}
