import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type TestCounts = { passed: number; failed: number };

const count = z.int().min(0);
const report = z.union([
  z
    .object({ numPassedTests: count, numFailedTests: count })
    .transform(({ numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
    })),
  z
    .object({ stats: z.object({ expected: count, flaky: count, unexpected: count }) })
    .transform(({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    })),
]);

/**
 * Reads the counts of Vitest's or Playwright's JSON report. A runner that ended with an error and
 * without a failed test, ran no test, or wrote no report counts as one failed test.
 *
 * @param status the runner's exit code
 */
export function readTestCounts(file: string, status: number): TestCounts {
  const counts = readReport(file);
  const isFailed = counts.failed === 0 && (status !== 0 || counts.passed === 0);
  return isFailed ? { ...counts, failed: 1 } : counts;
}

function readReport(file: string): TestCounts {
  try {
    return report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
