import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What came of a run of tests, and of each test that did not simply pass. */
export type TestReport = {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that failed, and those that passed at the second try only. */
  troubles: { test: string; is: 'failed' | 'flaky'; message: string }[];
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { errors: { message?: string }[] }[];
    }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
};

/**
 * Reads what vitest's JSON reporter wrote.
 * @throws where the file is missing or no report
 */
export function readVitestReport(file: string): TestReport {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const troubles: TestReport['troubles'] = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      troubles.push(trouble('failed', `${relative('', name)} › ${fullName}`, failureMessages));
    }
    // A file that could not be loaded, or whose hooks failed, has no failed test of its own.
    if (status === 'failed' && failed.length === 0) {
      const said = message || 'What it said stands further up.';
      troubles.push(trouble('failed', relative('', name), [said]));
    }
  }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  return { passed, failed, skipped, troubles };
}

/**
 * Reads what Playwright's JSON reporter wrote.
 * @throws where the file is missing or no report
 */
export function readPlaywrightReport(file: string): TestReport {
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const troubles: TestReport['troubles'] = errors.map(({ message = '' }) =>
    trouble('failed', 'outside the tests', [message]),
  );
  for (const { title, file, line, tests } of suites.flatMap(specsOf)) {
    for (const { projectName, status, results } of tests) {
      if (status !== 'unexpected' && status !== 'flaky') continue;
      const messages = results.flatMap((result) =>
        result.errors.map(({ message = '' }) => message),
      );
      const is = status === 'flaky' ? 'flaky' : 'failed';
      troubles.push(trouble(is, `[${projectName}] ${file}:${line} › ${title}`, messages));
    }
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    troubles,
  };
}

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): typeof specs => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Lines of a message that are told: what was wrong comes first, where it was further down. */
const toldLines = 12;

function trouble(is: 'failed' | 'flaky', test: string, messages: string[]) {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message).trim().split('\n').slice(0, toldLines),
  );
  return { test, is, message: lines.join('\n') };
}
