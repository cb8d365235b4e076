import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe("vitest's report", () => {
  it('names each failed test with its file and the beginning of its message, without colours', () => {
    const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const file = written({
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        {
          name: resolve('server/one.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'one stands', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'one falls',
              failureMessages: [`\u001b[31mError\u001b[39m: ${long}`],
            },
          ],
        },
      ],
    });
    const report = readVitestReport(file);
    expect(report).toMatchObject({ passed: 7, failed: 1, skipped: 2 });
    expect(report.troubles).toHaveLength(1);
    const [only] = report.troubles;
    expect(only).toMatchObject({ is: 'failed', test: 'server/one.test.ts › one falls' });
    expect(only?.message).toMatch(/^Error: line 0\nline 1\n/);
    expect(only?.message.split('\n').length).toBeLessThan(20);
  });

  it('names a file that could not be loaded', () => {
    const file = written({
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        {
          name: resolve('server/two.test.ts'),
          status: 'failed',
          message: 'Cannot find module',
          assertionResults: [],
        },
      ],
    });
    expect(readVitestReport(file).troubles).toEqual([
      { is: 'failed', test: 'server/two.test.ts', message: 'Cannot find module' },
    ]);
  });
});

describe("Playwright's report", () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'home.spec.ts',
    line: 7,
    tests: [
      {
        projectName: 'phone',
        status,
        results: messages.map((message) => ({ errors: [{ message }] })),
      },
    ],
  });

  it('tells the failed from the flaky, at any depth, and counts the flaky as passed', () => {
    const file = written({
      stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 0 },
      errors: [],
      suites: [
        {
          specs: [spec('stands', 'expected')],
          suites: [
            {
              specs: [spec('falls', 'unexpected', 'No', 'No again'), spec('wavers', 'flaky', 'No')],
            },
          ],
        },
      ],
    });
    expect(readPlaywrightReport(file)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
      troubles: [
        { is: 'failed', test: '[phone] home.spec.ts:7 › falls', message: 'No\nNo again' },
        { is: 'flaky', test: '[phone] home.spec.ts:7 › wavers', message: 'No' },
      ],
    });
  });

  it('tells what went wrong outside of the tests', () => {
    const file = written({
      stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 0 },
      errors: [{ message: 'No browser' }],
      suites: [],
    });
    expect(readPlaywrightReport(file).troubles).toEqual([
      { is: 'failed', test: 'outside the tests', message: 'No browser' },
    ]);
  });
});
