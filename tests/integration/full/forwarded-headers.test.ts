import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { engineAvailable, staffAccount } from '#tests/support/backend.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import given from './forged-headers.json' with { type: 'json' };

/** The whole site behind a proxy that it trusts, with headers that a visitor has forged. */

const { forged, paths } = given;
const json = { 'content-type': 'application/json' };

describe.skipIf(!engineAvailable())('a site with TRUST_PROXY=1', () => {
  let copy: Awaited<ReturnType<typeof createSiteCopy>>;
  const sites: Site[] = [];
  let apikey = '';

  beforeAll(async () => {
    copy = await createSiteCopy();
    sites.push(
      await startSite({
        directory: copy.directory,
        environment: {
          ...copy.environment,
          ...{ SEED: 'none', TRUST_PROXY: '1', MAIL_TO: 'o@example.com' },
        },
      }),
    );
    [apikey = ''] = /sb_publishable_[\w-]+/.exec((await send('/admin')).body) ?? [];
    expect(apikey).not.toBe('');
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop('SIGKILL')));
    copy?.remove();
  });

  /** node:http sends any Host and any target, which fetch does not. */
  async function send(
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', body = '' } = {},
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      headers: Record<string, unknown>;
      body: string;
    }>();
    const { port = 0 } = sites[0] ?? {};
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then(
        (received) => resolve({ status, headers: response.headers, body: received }),
        reject,
      );
    })
      .on('error', reject)
      .end(body);
    return promise;
  }
  const shown = (answer: { headers: object; body: string }) =>
    JSON.stringify(answer.headers) + answer.body;

  test.each(['http', 'https', 'https, http', 'ftp', 'https://evil.example', ''])(
    'never renders or caches a forged host with X-Forwarded-Proto %j',
    async (proto) => {
      for (const path of paths) {
        const before = await send(path);
        const answer = await send(path, { ...forged, 'x-forwarded-proto': proto });
        expect(shown(answer), path).not.toContain('evil.example');
        const after = await send(path);
        expect(shown(after), path).not.toContain('evil.example');
        expect([after.status, after.headers.location], path).toEqual([
          before.status,
          before.headers.location,
        ]);
      }
    },
  );

  test('ignores the host of an absolute request target', async () => {
    for (const path of ['/', '/sheds', '/no-such-page', '/sitemap.xml', '/blog//']) {
      const answer = await send(`http://evil.example${path}`, { host: 'evil.example' });
      expect(shown(answer), path).not.toContain('evil.example');
    }
    expect(shown(await send('/'))).not.toContain('evil.example');
  });

  test('writes no forged host into a mail', async () => {
    const headers = { ...forged, ...json, apikey, 'x-forwarded-proto': 'https' };
    const body = JSON.stringify({ email: staffAccount.email });
    for (const target of ['', '?redirect_to=https://evil.example/admin']) {
      const path = `/auth/v1/recover${target}`;
      const answer = await send(path, headers, { method: 'POST', body });
      expect(answer.status, answer.body).toBe(200);
    }
    const outbox = join(copy.directory, 'outbox');
    await expect.poll(() => readdirSync(copy.directory)).toContain('outbox');
    // A mail is complete once it has its final name.
    const listMails = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    await expect.poll(() => listMails().length).toBeGreaterThan(0);
    for (const name of listMails()) {
      const mail = readFileSync(join(outbox, name), 'latin1');
      expect(mail).toContain('/auth/v1/verify');
      expect(mail).not.toContain('evil.example');
    }
  });
});
