import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDocumentUrl } from '#app/domain/designs/design-documents.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

describe.skipIf(!engineAvailable())('GET /design/documents', () => {
  let backend: TestBackend;
  let requestId: string;
  const design = newDesign();
  const url = getDocumentUrl('cut-list', design);

  async function get(path: string, client?: TestBackend['staff']) {
    const { data } = (await client?.auth.getSession()) ?? { data: { session: null } };
    const token = data.session?.access_token;
    return fetch(`${backend.url}${path}`, {
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    });
  }

  beforeAll(async () => {
    backend = await startBackend();
    await backend.staff
      .from('business_settings')
      .insert({
        business_name: 'Hillside Sheds',
        phone: '705-555-0142',
        email: 'a@example.com',
      } as never)
      .throwOnError();
    await backend.staff.from('designer_settings').insert({ max_width_ft: 8 }).throwOnError();
    const row = { ...newQuoteRequest({ customer_name: 'Ada Fox' }), design };
    await backend.anon
      .from('quote_requests')
      .insert(row as never)
      .throwOnError();
    const { data } = await backend.staff.from('quote_requests').select('id').throwOnError();
    requestId = data[0]?.id ?? '';
  });
  afterAll(() => backend?.stop());

  test('staff get shop drawings and cut list of a request', async () => {
    for (const document of ['shop-drawings', 'cut-list'] as const) {
      const response = await get(getDocumentUrl(document, design, requestId), backend.staff);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      const { pages } = await readPdf(Buffer.from(await response.arrayBuffer()));
      for (const text of ['Hillside Sheds', 'Ada Fox', requestId.slice(0, 8).toUpperCase()]) {
        expect(pages[0]).toContain(text);
      }
      for (const page of pages) {
        expect(page).toContain('10 ft is wider than the 8 ft');
        expect(page).toContain('The shop has approved no snow load without an engineer.');
      }
    }
  });

  test('POST starts the process for staff only', async () => {
    const prepare = async (client: TestBackend['staff']) => {
      const { data } = await client.auth.getSession();
      const headers = { Authorization: `Bearer ${data.session?.access_token}` };
      return (await fetch(`${backend.url}/design/documents`, { method: 'POST', headers })).status;
    };
    expect(await prepare(backend.staff)).toBe(204);
    expect(await prepare(backend.stranger)).toBe(403);
    expect(await prepare(backend.anon)).toBe(401);
  });

  test('visitors and accounts that are not staff get no document', async () => {
    expect((await get(url)).status).toBe(401);
    const headers = { Authorization: `Bearer ${backend.publishableKey}` };
    expect([401, 403]).toContain((await fetch(`${backend.url}${url}`, { headers })).status);
    const forged = {
      Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x',
    };
    expect((await fetch(`${backend.url}${url}`, { headers: forged })).status).toBe(401);
    expect((await get(url, backend.stranger)).status).toBe(403);
    const withRequest = getDocumentUrl('cut-list', design, requestId);
    expect((await get(withRequest, backend.stranger)).status).toBe(403);
  });

  test.each([
    ['/design/documents/cut-list.pdf', 400],
    ['/design/documents/cut-list.pdf?style=gable&size=1e308xNaN', 400],
    ['/design/documents/cut-list.pdf?style=%3Cscript%3E&size=10x12', 400],
    [`/design/documents/cut-list.pdf?front=${'window-18x24.12_'.repeat(300)}`, 414],
    [`/design/documents/cut-list.pdf?front=${'%7B'.repeat(600)}`, 400],
    ['/design/documents/cut-list.pdf?style=gable&size=10x12&request=%27%3B--', 400],
    [`${url}&request=3f2a91c4-0000-4000-8000-000000000000`, 404],
    ['/design/documents/..%2Fcut-list.pdf?style=gable&size=10x12', 404],
    ['/design/documents/quote.pdf?style=gable&size=10x12', 404],
  ])('staff get no document from %s: %i', async (path, status) => {
    expect((await get(path, backend.staff)).status).toBe(status);
  });

  test('other methods are answered 405', async () => {
    const response = await fetch(`${backend.url}${url}`, { method: 'POST' });
    expect(response.status).toBe(404);
  });
});
