import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { getDocumentUrl } from '#app/features/designer/design-documents.ts';
import { parseStoredDesign } from '#app/features/designer/stored-design.ts';
import type { JobProcess } from '#backend/job-process.ts';
import { FRAMING_DEFAULTS } from '#drawing/design/lumber.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { DocumentJob } from './document-process.ts';
import { createDocumentServer } from './document-server.ts';

const gable = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
const id = '3f2a91c4-0000-4000-8000-000000000000';
const token = 'header.claims.signature';

type Tables = Record<string, { status?: number; rows: object[] }>;

const staffTables: Tables = {
  staff: { rows: [{ user_id: id }] },
  business_settings: { rows: [{ business_name: 'Hillside Sheds' }] },
  designer_settings: { rows: [{ max_width_ft: 8 }] },
  quote_requests: {
    rows: [{ id, customer_name: 'Ada Fox', created_at: '2026-11-20T15:04:05Z', design: gable }],
  },
};

function createServer(
  tables: Tables = staffTables,
  run: JobProcess<DocumentJob>['run'] = async () => Buffer.from('%PDF'),
) {
  const requests: { table: string; authorization: string | null }[] = [];
  const fetchTable: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const table = url.pathname.split('/').at(-1) ?? '';
    requests.push({ table, authorization: new Headers(init?.headers).get('Authorization') });
    const { status = 200, rows } = tables[table] ?? { rows: [] };
    return Response.json(status === 200 ? rows : { message: 'no', code: 'x' }, { status });
  };
  const writing = { run: vi.fn(run), warm: vi.fn(), stop: vi.fn() };
  const server = createDocumentServer({
    tables: { url: 'https://tables.example', publishableKey: 'key', fetchFor: () => fetchTable },
    logger: pino({ level: 'silent' }),
    writing,
  });
  const get = (
    path: string,
    headers: Record<string, string> = { Authorization: `Bearer ${token}` },
  ) => server.serve(new Request(`https://example.ca${path}`, { headers }), '192.0.2.1');
  const prepare = (headers: Record<string, string>) =>
    server.prepare(new Request('https://example.ca/', { method: 'POST', headers }), '192.0.2.1');
  return { get, prepare, writing, requests };
}

describe('createDocumentServer', () => {
  test('starts the process for staff only', async () => {
    const authorization = { Authorization: `Bearer ${token}` };
    const cases: [Tables, Record<string, string>, number][] = [
      [staffTables, {}, 401],
      [{ ...staffTables, staff: { rows: [] } }, authorization, 403],
      [{ ...staffTables, staff: { status: 503, rows: [] } }, authorization, 503],
      [staffTables, authorization, 204],
    ];
    for (const [tables, headers, status] of cases) {
      const { prepare, writing } = createServer(tables);
      expect((await prepare(headers)).status).toBe(status);
      expect(writing.warm).toHaveBeenCalledTimes(status === 204 ? 1 : 0);
    }
  });

  test('writes a document for staff, read with their token', async () => {
    const { get, writing, requests } = createServer();
    const response = await get(getDocumentUrl('cut-list', gable, id));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('%PDF');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="10x12-gable-cut-list.pdf"',
    });
    expect(writing.run).toHaveBeenCalledWith({
      type: 'cut-list',
      design: gable,
      facts: {
        business: 'Hillside Sheds',
        engineer: [
          expect.stringContaining('10 ft (3.05\u00a0m) is wider than the 8 ft (2.44\u00a0m)'),
        ],
        missingLimits: ['No limit set for building without an engineer: snow load.'],
        framing: FRAMING_DEFAULTS,
        card: [],
        changes: [],
        request: { number: '3F2A91C4', customer: 'Ada Fox', createdAt: '2026-11-20T15:04:05Z' },
      },
    });
    expect(requests.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true);
  });

  test('reports how the design of a request was changed so that it can be built', async () => {
    const stored = { ...gable, width: 10, wallHeight: 72 };
    const [request] = staffTables.quote_requests?.rows ?? [];
    const tables = { ...staffTables, quote_requests: { rows: [{ ...request, design: stored }] } };
    const { design } = parseStoredDesign(stored) ?? {};
    const { get, writing } = createServer(tables);
    const response = await get(getDocumentUrl('cut-list', design ?? gable, id));
    expect(response.status).toBe(200);
    const changes = [
      'Wall height: 7 ft (2.13\u00a0m), so that the double door 60 in (152\u00a0cm) fits below the roof.',
    ];
    expect(writing.run.mock.calls[0]?.[0]).toMatchObject({ facts: { changes } });
    await get(getDocumentUrl('cut-list', createPresetDesign({ style: 'Porch' }), id));
    expect(writing.run.mock.calls[1]?.[0]).toMatchObject({ facts: { changes: [] } });
  });

  test('writes a design without a request', async () => {
    const { get, writing } = createServer();
    expect((await get(getDocumentUrl('shop-drawings', gable))).status).toBe(200);
    expect(writing.run.mock.calls[0]?.[0]).toMatchObject({ facts: { request: undefined } });
  });

  const url = getDocumentUrl('cut-list', gable);

  test.each([
    ['no token', url, {}, 401],
    ['a token of other characters', url, { Authorization: 'Bearer <script>' }, 401],
    ['an unknown document', '/design/documents/prices.pdf?style=gable&size=10x12', undefined, 404],
    ['no design', '/design/documents/cut-list.pdf', undefined, 400],
    [
      'a design in another form',
      '/design/documents/cut-list.pdf?size=10x12&style=gable',
      undefined,
      400,
    ],
    [
      'impossible numbers',
      '/design/documents/cut-list.pdf?style=gable&size=1e308xNaN',
      undefined,
      400,
    ],
    ['markup', '/design/documents/cut-list.pdf?style=%3Cscript%3E&size=10x12', undefined, 400],
    ['another parameter', `${url}&utm=1`, undefined, 400],
    ['an invalid id', `${url}&request=1`, undefined, 400],
    ['10,000 windows', `${url}&front=${'window-18x24.12_'.repeat(10_000)}`, undefined, 414],
  ] as const)('rejects %s without writing', async (_case, path, headers, status) => {
    const { get, writing, requests } = createServer();
    const response = await get(path, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(writing.run).not.toHaveBeenCalled();
    expect(requests).toEqual([]);
  });

  test.each([
    ['an account that is not staff', { ...staffTables, staff: { rows: [] } }, 403],
    ['an expired token', { ...staffTables, staff: { status: 401, rows: [] } }, 401],
    ['a database that is away', { ...staffTables, staff: { status: 503, rows: [] } }, 503],
    ['a request that does not exist', { ...staffTables, quote_requests: { rows: [] } }, 404],
    [
      'settings that cannot be read',
      { ...staffTables, designer_settings: { status: 500, rows: [] } },
      503,
    ],
  ] as const)('rejects %s without writing', async (_case, tables, status) => {
    const { get, writing } = createServer(tables as unknown as Tables);
    expect((await get(getDocumentUrl('cut-list', gable, id))).status).toBe(status);
    expect(writing.run).not.toHaveBeenCalled();
  });

  test('writes one at a time and answers 503 if too many wait, or if the process ends', async () => {
    const started: PromiseWithResolvers<Buffer>[] = [];
    const { get, writing } = createServer(staffTables, () => {
      const next = Promise.withResolvers<Buffer>();
      started.push(next);
      return next.promise;
    });
    const sent = Array.from({ length: 22 }, () => get(url));
    const refused = await Promise.race(sent);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('5');
    expect(writing.run).toHaveBeenCalledTimes(1);
    for (let index = 0; index < 21; index += 1) {
      if (index === 0) started[index]?.reject(new Error('ended'));
      else started[index]?.resolve(Buffer.from('%PDF'));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  });
});
