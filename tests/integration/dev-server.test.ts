import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '#tests/support/count-runs.ts';
import { type DevServer, startDevServer } from '#tests/support/dev-server.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';

let copy: Awaited<ReturnType<typeof createSiteCopy>>;
let server: DevServer;
beforeAll(async () => {
  copy = await createSiteCopy();
  server = await startDevServer({ ...copy.environment, SEED: 'none' });
});
afterAll(async () => {
  await server?.stop();
  copy?.remove();
});

const read = async (path: string) => (await fetch(server.url + path)).text();

test('a page is rendered from its sources and not stored', async () => {
  const response = await fetch(`${server.url}/contact`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain('Send us a message');
  expect(await read('/app/features/enquiries/public/contact-page.tsx')).toContain(
    'sourceMappingURL',
  );
});

test('an edit of a component is in the next page', async () => {
  server.edit(
    'app/features/enquiries/contact-message-form.tsx',
    'Send us a message',
    'Tell us more',
  );
  await expect.poll(() => read('/contact')).toContain('Tell us more');
});

test.runIf(isFull)(
  'the page of a loader that throws has its status, and the log its line',
  async () => {
    server.edit('app/root.tsx', 'const guard = ', "throw new Error('No guard');\n  const guard = ");
    const status = async () => (await fetch(`${server.url}/contact`)).status;
    await expect
      .poll(async () => (await status()) && server.output())
      .toMatch(/No guard\n\s+at loader \(.*app\/root\.tsx:\d+:\d+\)/);
    expect(await status()).toBe(500);
  },
);

test('sources of the server and files outside of the project are refused with 403', async () => {
  for (const path of ['/server/main.ts', '/package.json', '/@fs/etc/passwd']) {
    expect((await fetch(server.url + path)).status).toBe(403);
  }
});

/** A start of the server on a busy machine. */
const restart = { timeout: 25_000 };

test.runIf(isFull)(
  'an edit of the server restarts it on the same data, and a broken one waits for the next',
  async () => {
    server.edit('server/app.ts', "status: 'ok'", "status: 'well'");
    await expect.poll(() => read('/healthz').catch(String), restart).toContain('well');
    server.edit('server/app.ts', "status: 'well'", "status: 'well");
    await expect.poll(server.output, restart).toContain('The server has stopped');
    server.edit('server/app.ts', "status: 'well", "status: 'ok'");
    await expect.poll(() => read('/healthz').catch(String), restart).toContain('"ok"');
  },
);
