import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { insertRow } from '#app/lib/crud.ts';
import { newContactMessage, newShed } from '#tests/fixtures/rows.ts';
import { createEmptyDatabase, runSql } from '#tests/support/empty-database.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { type RunningSite, startSite } from '#tests/support/start-site.ts';

/** A site whose PostgreSQL server stops and starts, and that gets SIGTERM. */
describe.skipIf(inject('template').engine !== 'server')('a site on a PostgreSQL server', () => {
  let server: PostgresServer;
  let databaseUrl: string;
  let site: RunningSite;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(site.url + path, init);
    return { status: answer.status, wait: answer.headers.get('retry-after'), answer };
  };

  beforeAll(async () => {
    const started = await startPostgresServer();
    if (!started) throw new Error('No PostgreSQL server on this machine');
    server = started;
    databaseUrl = await createEmptyDatabase(server.getDatabaseUrl('postgres'));
    site = await startSite({ DATABASE_URL: databaseUrl, DATA_DIR: server.directory });
  });
  afterAll(async () => {
    await site?.end('SIGKILL');
    await server?.stop();
  });

  test('answers 503 while the database is down, serves cached pages, and recovers', async () => {
    await insertRow(site.service, 'shed_listings', newShed({ title: 'Alder' }));
    const account = site.firstStaff ?? { email: '', password: '' };
    const client = site.newClient();
    const { data: signedIn } = await client.auth.signInWithPassword(account);
    await expect.poll(async () => (await ask('/sheds')).answer.text()).toBe('Alder');

    await server.crash();
    expect(await (await ask('/sheds')).answer.text()).toBe('Alder');
    await expect.poll(async () => (await ask('/healthz')).status).toBe(503);
    const key = { apikey: site.publishableKey };
    const post = (path: string, body: object) =>
      ask(path, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const refresh_token = signedIn.session?.refresh_token;
    const formData = newContactMessage();
    const refused = [
      await ask('/healthz'),
      await ask('/blog'),
      await ask('/rest/v1/shed_listings', { headers: key }),
      await post('/rest/v1/contact_submissions', formData),
      await post('/auth/v1/token?grant_type=refresh_token', { refresh_token }),
      await ask('/storage/v1/object/images/inspiration/1-a.jpg', {
        method: 'POST',
        headers: { ...key, 'content-type': 'image/jpeg' },
        body: new Uint8Array(await createSmallImage()),
      }),
      await post('/functions/v1/send-email', { emailType: 'contact', formData }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(503));
    expect(refused.slice(2).map(({ wait }) => wait)).toEqual(Array(5).fill('10'));
    for (const { answer } of refused) expect(await answer.text()).not.toMatch(/ at |node_modules/);

    await server.restart();
    const sent = await client.from('contact_submissions').insert(newContactMessage());
    expect(sent.error).toBeNull();
    const { error } = await client.auth.refreshSession(signedIn.session ?? undefined);
    expect(error).toBeNull();
    await expect.poll(async () => (await ask('/healthz')).status).toBe(200);
    await site.service.from('shed_listings').update({ title: 'Birch' }).eq('title', 'Alder');
    await expect.poll(async () => (await ask('/sheds')).answer.text()).toBe('Birch');
    // However often it went and came, one listens for changes.
    const listeners = "select from pg_stat_activity where application_name = 'ridgeline-listen'";
    expect(await runSql(databaseUrl, listeners)).toHaveLength(1);
  });

  test('finishes running requests on SIGTERM, accepts no others, and exits with 0', async () => {
    const image = await createSmallImage();
    const upload = request(`${site.url}/storage/v1/object/images/sheds/1-slow.jpg`, {
      method: 'POST',
      headers: {
        apikey: site.secretKey,
        'content-type': 'image/jpeg',
        'content-length': image.length,
      },
    });
    const answered = once(upload, 'response');
    upload.write(image.subarray(0, 100));
    // The request has arrived once a later one is answered.
    expect((await ask('/healthz')).status).toBe(200);
    const ended = site.end('SIGTERM');
    const isClosed = () => fetch(`${site.url}/healthz`).then(Boolean, () => 'closed');
    await expect.poll(isClosed).toBe('closed');
    upload.end(image.subarray(100));
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await ended).toBe(0);
    const stored = "select from storage.objects where name = 'sheds/1-slow.jpg'";
    expect(await runSql(databaseUrl, stored)).toHaveLength(1);
    const connections = "select from pg_stat_activity where application_name like 'ridgeline%'";
    await expect.poll(() => runSql(databaseUrl, connections)).toHaveLength(0);
  });
});
