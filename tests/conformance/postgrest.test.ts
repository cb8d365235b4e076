import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engineAvailable } from '#tests/support/backend.ts';
import { useScriptTables } from '#tests/support/roll-back-writes.ts';

// PostgREST's own specs: its requests, expected responses and tables, as README.md describes.

/** A request of a spec and what PostgREST answers. */
type Case = {
  file: string;
  line: number;
  title: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  responseHeaders?: Record<string, string | null>;
  /** The body if it is JSON. */
  json?: unknown;
  /** The body if it is not. */
  response?: string;
};

/** The query string of a request that uses a feature which is not offered. */
type UnsupportedQuery = { file: string; line: number; feature: string; query: string };

const cases = readLines<Case>('cases.ndjson').map(
  (line) => [`${line.file}:${line.line} ${line.title}`, line] as const,
);
const unsupported = readLines<UnsupportedQuery>('unsupported.ndjson').map(
  (line) => [`${line.file}:${line.line} ${line.feature}`, line] as const,
);

describe.skipIf(!engineAvailable())('PostgREST', () => {
  const tables = useScriptTables(readFixture('fixtures.sql'));

  test.each(cases)('%s', async (_name, expected) => {
    const { method, path, headers = {}, body } = expected;
    const response = await tables.request('service', path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(expected.status);
    for (const [name, value] of Object.entries(expected.responseHeaders ?? {})) {
      expect(response.headers.get(name), name).toBe(value);
    }
    if (expected.response !== undefined) expect(text).toBe(expected.response);
    if (!('json' in expected)) return;
    // Expected errors lack the hints that propose another name.
    if (expected.status >= 300) expect(JSON.parse(text)).toMatchObject(expected.json as object);
    else expect(JSON.parse(text)).toEqual(expected.json);
  });

  test.each(unsupported)('%s is rejected', async (_name, { feature, query }) => {
    const response = await tables.request('service', `/projects?${query}`);
    expect(response.status).toBe(400);
    const { code, message } = await response.json();
    const features = [
      'Use of aggregate functions is not allowed',
      `Feature not implemented: ${feature}`,
    ];
    expect(['PGRST123', 'PGRST127']).toContain(code);
    expect(features).toContain(message);
  });
});

function readFixture(name: string): string {
  return readFileSync(new URL(`postgrest/${name}`, import.meta.url), 'utf8');
}

function readLines<Line>(name: string): Line[] {
  return readFixture(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
