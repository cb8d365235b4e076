import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldEnquiries } from '#app/data/retention.ts';
import { newsWording } from '#app/domain/privacy/marketing-consent.ts';
import { startJobs } from '#server/jobs.ts';
import { createLogger } from '#server/logger.ts';
import { createRetentionJobs } from '#server/retention.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newContactMessage, newQuoteRequest, newSettings } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

const runFile = promisify(execFile);
const imagePath = (name: string) => `inspiration/1767225600000-${name}.jpg`;
const monthsAgo = (months: number, days = 0) => {
  const moment = new Date();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  return new Date(moment.getTime() + days * 24 * 60 * 60 * 1000).toISOString();
};

describe.skipIf(!engineAvailable())('retention', () => {
  let backend: TestBackend;
  const failures: unknown[] = [];
  const run = (now = new Date(), signal = new AbortController().signal) =>
    removeOldEnquiries(backend.service, now, signal, (error) => failures.push(error));
  const store = async (name: string) => {
    const { error } = await backend.service.storage
      .from('images')
      .upload(imagePath(name), await createSmallImage(), { contentType: 'image/jpeg' });
    if (error) throw error;
  };
  const stored = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from storage.objects order by name collate "C"`.execute(backend.database.owner);
    return rows.map(({ name }) => name);
  };
  const emails = async (table: 'quote_requests' | 'contact_submissions' | 'marketing_consents') => {
    const { data } = await backend.service
      .from(table)
      .select('email')
      .order('email')
      .throwOnError();
    return data.map(({ email }) => email);
  };
  /** The tables of which a row has a design with the extra. */
  const tablesWith = async (extra: string) => {
    const { owner } = backend.database;
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private')`.execute(owner);
    const found = await Promise.all(
      rows.map(async ({ name }) => {
        const pattern = `%extras%${extra}%`;
        const { rows } = await sql`
          select from ${sql.raw(name)} as stored where stored::text like ${pattern}`.execute(owner);
        return rows.length > 0 ? [name] : [];
      }),
    );
    return found.flat();
  };
  const addAged = async (name: string, created_at: string, images: string[] = []) => {
    const { service } = backend;
    const email = `${name}@example.com`;
    await service
      .from('quote_requests')
      .insert({ ...newQuoteRequest({ email, inspiration_images: images }), created_at })
      .throwOnError();
    await service
      .from('contact_submissions')
      .insert({ ...newContactMessage({ email }), created_at })
      .throwOnError();
    await service
      .from('marketing_consents')
      .insert({ email, wording: newsWording, source: 'quote', created_at })
      .throwOnError();
  };

  beforeAll(async () => {
    backend = await startBackend();
    await backend.service.from('business_settings').insert(newSettings()).throwOnError();
  });
  afterAll(() => backend?.stop());
  beforeEach(async () => {
    failures.length = 0;
    for (const table of [
      'quote_requests',
      'contact_submissions',
      'marketing_consents',
      'retention_runs',
    ]) {
      await backend.service
        .from(table as 'reviews')
        .delete()
        .neq('id', '00000000-0000-4000-8000-000000000000')
        .throwOnError();
    }
    const names = await stored();
    if (names.length > 0) await backend.service.storage.from('images').remove(names);
    await setMonths(24);
  });
  const setMonths = (retention_months: number | null) =>
    backend.service
      .from('business_settings')
      .update({ retention_months })
      .neq('business_name', '')
      .throwOnError();

  test('the default is 24 months, and images are deleted with their requests', async () => {
    await Promise.all(['old-1', 'old-2', 'young', 'unattached'].map(store));
    await addAged('old', monthsAgo(24, -2), [
      imagePath('old-1'),
      imagePath('old-2'),
      imagePath('gone'),
    ]);
    await addAged('young', monthsAgo(24, 2), [imagePath('young')]);
    await addAged('today', new Date().toISOString());

    const counts = {
      quote_requests: 1,
      contact_submissions: 1,
      marketing_consents: 1,
      quotes: 0,
      images: 2,
      errors: 0,
    };
    expect(await run()).toEqual(counts);
    for (const table of ['quote_requests', 'contact_submissions', 'marketing_consents'] as const) {
      expect(await emails(table)).toEqual(['today@example.com', 'young@example.com']);
    }
    expect(await stored()).toEqual([imagePath('unattached'), imagePath('young')]);
    const { data } = await backend.staff.from('retention_runs').select('*').throwOnError();
    expect(data).toMatchObject([{ ...counts, retention_months: 24, skipped: false }]);
    expect(data[0]?.finished_at).not.toBeNull();
    expect(failures).toEqual([]);
  });

  test('no table has a design after its request was deleted', async () => {
    const design = { ...newDesign(), openings: [], extras: ['cupola'] };
    const others = { ...newDesign(), openings: [], extras: ['skylight'] };
    for (const [name, created_at, chosen] of [
      ['old', monthsAgo(24, -2), design],
      ['young', monthsAgo(24, 2), others],
    ] as const) {
      const row = newQuoteRequest({ email: `${name}@example.com`, inspiration_images: [] });
      await backend.service
        .from('quote_requests')
        .insert({ ...row, created_at, design: chosen })
        .throwOnError();
    }
    await backend.staff
      .from('quote_requests')
      .update({ status: 'responded' })
      .in('email', ['old@example.com', 'young@example.com'])
      .throwOnError();
    expect(await tablesWith('cupola')).toContain('public.quote_requests');

    expect(await run()).toMatchObject({ quote_requests: 1, errors: 0 });
    expect(await tablesWith('cupola')).toEqual([]);
    const { data } = await backend.service.from('quote_requests').select('design').throwOnError();
    expect(data).toEqual([{ design: others }]);
  });

  test('runs once a day in one process, and again if the months have changed', async () => {
    const begun = await Promise.all([run(), run(), run()]);
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await run()).toBeUndefined();
    await setMonths(12);
    await addAged('thirteen', monthsAgo(13));
    expect(await run()).toMatchObject({ quote_requests: 1 });
    await backend.database.owner.executeQuery(
      sql`update public.retention_runs set started_at = started_at - interval '24 hours'`.compile(
        backend.database.owner,
      ),
    );
    await sql`alter table public.retention_runs disable trigger set_finished_at`.execute(
      backend.database.owner,
    );
    await sql`update public.retention_runs set finished_at = now() - interval '24 hours'`.execute(
      backend.database.owner,
    );
    await sql`alter table public.retention_runs enable trigger set_finished_at`.execute(
      backend.database.owner,
    );
    expect(await run()).toMatchObject({ quote_requests: 0 });
  });

  test('an interrupted run is repeated an hour later', async () => {
    await addAged('old', monthsAgo(25));
    const stopped = AbortSignal.abort();
    await expect(run(new Date(), stopped)).rejects.toThrow();
    expect(await emails('quote_requests')).toEqual(['old@example.com']);
    expect(await run()).toBeUndefined();
    await sql`alter table public.retention_runs disable trigger set_finished_at`.execute(
      backend.database.owner,
    );
    await sql`update public.retention_runs set started_at = now() - interval '61 minutes'`.execute(
      backend.database.owner,
    );
    await sql`alter table public.retention_runs enable trigger set_finished_at`.execute(
      backend.database.owner,
    );
    expect(await run()).toMatchObject({ quote_requests: 1 });
  });

  test('without months nothing is deleted', async () => {
    await setMonths(null);
    await addAged('ancient', monthsAgo(119));
    expect(await run()).toBeUndefined();
    expect(await emails('quote_requests')).toEqual(['ancient@example.com']);
  });

  test('the earlier of two clocks counts, and after a jump the first run deletes nothing', async () => {
    await addAged('old', monthsAgo(24, -2));
    const slow = new Date(Date.now() - 10 * 24 * 60 * 60 * 1000);
    expect(await run(slow)).toMatchObject({ quote_requests: 0 });
    await backend.service.from('retention_runs').delete().gte('images', 0).throwOnError();

    const fast = new Date(Date.now() + 3650 * 24 * 60 * 60 * 1000);
    await addAged('young', monthsAgo(24, 2));
    expect(await run(fast)).toMatchObject({ quote_requests: 1 });
    expect(await emails('quote_requests')).toEqual(['young@example.com']);
    await backend.service.from('retention_runs').delete().gte('images', 0).throwOnError();

    await addAged('old', monthsAgo(30));
    await backend.service
      .from('retention_runs')
      .insert({
        retention_months: 24,
        removed_before: monthsAgo(30),
        started_at: monthsAgo(3),
        finished_at: monthsAgo(3),
      })
      .throwOnError();
    expect(await run()).toBeUndefined();
    expect(await emails('quote_requests')).toEqual(['old@example.com', 'young@example.com']);
    const { data } = await backend.staff
      .from('retention_runs')
      .select('skipped')
      .order('started_at', { ascending: false })
      .limit(1)
      .throwOnError();
    expect(data).toEqual([{ skipped: true }]);
  });

  test('an image that cannot be deleted retains its request, and the others are deleted', async () => {
    await Promise.all(['stuck', 'free', 'shared'].map(store));
    await addAged('stuck', monthsAgo(26), [imagePath('stuck')]);
    await addAged('free', monthsAgo(25), [imagePath('free'), imagePath('shared')]);
    await addAged('young', monthsAgo(1), [imagePath('shared')]);
    await sql`create function public.refuse_stuck() returns trigger language plpgsql as $$
      begin if old.name like '%stuck%' then raise exception 'stuck'; end if; return old; end $$`.execute(
      backend.database.owner,
    );
    await sql`create trigger refuse_stuck before delete on storage.objects
      for each row execute function public.refuse_stuck()`.execute(backend.database.owner);
    try {
      expect(await run()).toMatchObject({ quote_requests: 1, images: 1, errors: 1 });
    } finally {
      await sql`drop function public.refuse_stuck() cascade`.execute(backend.database.owner);
    }
    expect(failures).toHaveLength(1);
    expect(await emails('quote_requests')).toEqual(['stuck@example.com', 'young@example.com']);
    expect(await stored()).toEqual([imagePath('shared'), imagePath('stuck')]);
  });

  test('deletes in several batches', async () => {
    const { owner } = backend.database;
    await sql`insert into public.contact_submissions (name, email, message, created_at)
      select 'Ann', 'n' || n || '@example.com', 'A message long enough', now() - interval '3 years'
      from generate_series(1, 230) as n`.execute(owner);
    await sql`insert into public.quote_requests (customer_name, email, project_type, description, created_at)
      select 'Ben', 'n' || n || '@example.com', 'Other', 'A request long enough', now() - interval '3 years'
      from generate_series(1, 130) as n`.execute(owner);
    expect(await run()).toMatchObject({ contact_submissions: 230, quote_requests: 130 });
  });

  test('the job runs at the start, logs counts without names, and stops', async () => {
    await addAged('old', monthsAgo(30));
    const logger = createLogger('silent');
    const lines: unknown[] = [];
    logger.info = (...line: unknown[]) => lines.push(line);
    const stop = startJobs(createRetentionJobs(backend.service, logger), logger);
    await expect.poll(() => lines).toHaveLength(1);
    await stop();
    expect(await emails('quote_requests')).toEqual([]);
    expect(JSON.stringify(lines)).toContain('"quote_requests":1');
    expect(JSON.stringify(lines)).not.toContain('example.com');
  });

  test('npm run retention on hosted Supabase requires the secret key', async () => {
    await addAged('old', monthsAgo(30));
    const { secretKey } = backend;
    const command = (more: Record<string, string>) =>
      runFile(process.execPath, ['scripts/retention.ts'], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: '/nowhere',
          SUPABASE_URL: backend.url,
          SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
          ...more,
        },
      });
    await expect(command({})).rejects.toThrow('SUPABASE_SECRET_KEY');
    const { stdout } = await command({ SUPABASE_SECRET_KEY: secretKey });
    expect(stdout).toMatch(/^Removed: \{"quote_requests":1,/);
    expect(await emails('quote_requests')).toEqual([]);
    expect((await command({ SUPABASE_SECRET_KEY: secretKey })).stdout).toBe('Nothing is due.\n');
  });

  test.each(['anon', 'stranger', 'staff'] as const)('%s cannot start a run', async (caller) => {
    const { error } = await backend[caller].rpc('begin_retention_run', {
      caller_clock: new Date().toISOString(),
    });
    expect(error?.code).toBe('42501');
  });
});
