import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTestCounts } from './test-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'ridgeline-test-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const vitest = (passed: number, failed: number) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: [] });
const playwright = (expected: number, flaky: number, unexpected: number) =>
  JSON.stringify({ stats: { expected, flaky, unexpected, skipped: 1 }, errors: [] });

test.each([
  ['passed tests', vitest(7, 0), 0, { passed: 7, failed: 0 }],
  ['failed tests', vitest(7, 2), 1, { passed: 7, failed: 2 }],
  ['an error outside of the tests', vitest(7, 0), 1, { passed: 7, failed: 1 }],
  ['no test', vitest(0, 0), 0, { passed: 0, failed: 1 }],
  ['passed and flaky browser tests', playwright(5, 1, 0), 0, { passed: 5, failed: 1 }],
  ['failed browser tests', playwright(5, 1, 3), 1, { passed: 5, failed: 4 }],
  ['no browser test', playwright(0, 0, 0), 0, { passed: 0, failed: 1 }],
  ['half a report', '{"numPassedTests": 7', 0, { passed: 0, failed: 1 }],
  ['a report of something else', '{}', 0, { passed: 0, failed: 1 }],
  ['no report', undefined, 0, { passed: 0, failed: 1 }],
])('readTestCounts parses the report of %s', (_what, report, status, expected) => {
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  if (report !== undefined) writeFileSync(file, report);
  expect(readTestCounts(file, status)).toEqual(expected);
});
