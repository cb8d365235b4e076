import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMarketingConsent, newsWording } from '#app/features/privacy/marketing-consent.ts';
import {
  listMarketingConsents,
  withdrawMarketingConsent,
} from '#app/features/privacy/marketing-consents.ts';
import { erasePersonalData, readPersonalData } from '#app/features/privacy/personal-data.ts';
import { removeOldEnquiries } from '#app/features/privacy/retention.ts';
import { insertQuote, updateQuote } from '#app/features/quotes/quotes.ts';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import { startJobs } from '#server/jobs.ts';
import { createLogger } from '#server/logger.ts';
import { createRetentionJobs } from '#server/retention.ts';
import { newContactMessage, newQuoteRequest, newSettings } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, selectRows } from '#tests/support/backend.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { type OutboxUnderTest, useOutbox } from '#tests/support/outbox.ts';
import { addQuoteSettings, addSentQuote, getQuote, newQuoteDraft } from '#tests/support/quotes.ts';
import { hostedEnvironment, runScript } from '#tests/support/run-script.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';
import { createSendDueMails } from '../../supabase/functions/send-due-mails/handler.ts';

/** Consents to news, the data of one person, and how long personal data is stored. */

const consent = (email = 'ann@example.com') =>
  ({ email, wording: newsWording, source: 'contact' }) as const;
const tables = ['quote_requests', 'contact_submissions', 'marketing_consents'] as const;
const monthsAgo = (months: number, days = 0) => {
  const moment = new Date();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  return new Date(moment.getTime() + days * 24 * 60 * 60 * 1000).toISOString();
};
const imagePath = (name: string) => `inspiration/1767225600000-${name}.jpg`;

describe.skipIf(!engineAvailable())('privacy', () => {
  const outbox = useOutbox();
  let backend: OutboxUnderTest['backend'];
  beforeAll(async () => {
    ({ backend } = outbox);
    await backend.service.from('business_settings').insert(newSettings()).throwOnError();
  });
  beforeEach(async () => {
    for (const table of tables) {
      await backend.service.from(table).delete().neq('email', '').throwOnError();
    }
  });

  const store = (name: string) => uploadSmallImage(backend.service, imagePath(name));
  const listStored = async () => {
    const rows = await backend.run(sql<{ name: string }>`
      select name from storage.objects order by name collate "C"`);
    return rows.map(({ name }) => name);
  };

  describe('news consents', () => {
    const all = async () =>
      (await backend.service.from('marketing_consents').select('*').throwOnError()).data;

    test('a visitor agrees once to the known wording, and form and time are stored', async () => {
      await insertMarketingConsent(backend.anon, consent(' Ann@Example.com'.trim()));
      await insertMarketingConsent(backend.anon, consent('ann@example.com'));
      expect(await all()).toMatchObject([
        {
          email: 'ann@example.com',
          wording: newsWording,
          source: 'contact',
          requested_by:
            'Test Builders, 1 Mill Street, Testville, ON, hello@example.com, 705-555-0102',
          withdrawn_at: null,
        },
      ]);
    });

    test.each([
      ['other words', { wording: 'I agree to everything.' }],
      ['an unknown form', { source: 'letter' }],
      ['an invalid email', { email: 'nobody' }],
    ])('a visitor cannot insert a consent with %s', async (_, change) => {
      const { error } = await backend.anon
        .from('marketing_consents')
        .insert({ ...consent(), ...change });
      expect(error?.code).toBe('23514');
      expect(await all()).toEqual([]);
    });

    test('a withdrawn consent remains withdrawn, and the person can agree again', async () => {
      await insertMarketingConsent(backend.anon, consent());
      const [first] = await listMarketingConsents(backend.staff, 'ann@example.com');
      const withdrawn = await withdrawMarketingConsent(backend.staff, first?.id ?? '');
      expect(withdrawn.withdrawn_at).not.toBeNull();
      const { id } = withdrawn;
      const again = await updateRow(backend.staff, 'marketing_consents', id, {
        withdrawn_at: null,
      });
      expect(again).toEqual(withdrawn);
      await insertMarketingConsent(backend.anon, consent());
      const consents = await listMarketingConsents(backend.staff, 'ann@example.com');
      expect(consents.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([true, false]);
    });

    test("the owner's email mentions a consent until it is withdrawn", async () => {
      const send = async (subject: string) => {
        const row = newContactMessage({ email: 'News@example.com', subject });
        await backend.anon.from('contact_submissions').insert(row).throwOnError();
        const { data } = await backend.anon.functions.invoke('send-email', {
          body: { formData: row, emailType: 'contact' },
        });
        expect(data).toEqual({ success: true });
        return outbox.mail.waitFor(({ text }) => text?.includes(subject) ?? false);
      };
      expect((await send('Without news')).text).not.toContain('News by email');
      await insertMarketingConsent(backend.anon, consent('News@example.com'));
      expect((await send('With news')).text).toMatch(/News by email: Agreed on \w+ \d/);
      const [stored] = await listMarketingConsents(backend.staff, 'news@example.com');
      await withdrawMarketingConsent(backend.staff, stored?.id ?? '');
      expect((await send('Taken back')).text).not.toContain('News by email');
    });
  });

  describe('the data of one person', () => {
    beforeAll(() => addQuoteSettings(backend));
    test('is found by email address without regard to case and spaces, and erased with its images', async () => {
      await Promise.all(['mine', 'both', 'theirs'].map(store));
      const { anon, staff } = backend;
      const newRequest = (email: string, ...images: string[]) =>
        newQuoteRequest({ email, inspiration_images: images.map(imagePath) });
      const rows = [
        newRequest('Eve@Example.com', 'mine'),
        newRequest('eve@example.com', 'both', 'long-gone'),
        newRequest('eve@example.org', 'theirs', 'both'),
      ];
      for (const row of rows) await insertRows(anon, 'quote_requests', row);
      const message = newContactMessage({ email: 'EVE@example.com' });
      await insertRows(anon, 'contact_submissions', message);
      await insertMarketingConsent(anon, consent('eve@example.com'));

      const found = await readPersonalData(staff, ' EVE@EXAMPLE.COM ');
      expect(found.quote_requests).toMatchObject(rows.slice(0, 2));
      expect(Object.keys(found.quote_requests[0] ?? {})).not.toContain('search_text');
      expect(found.contact_submissions).toHaveLength(1);
      expect(found.marketing_consents).toHaveLength(1);

      expect(await erasePersonalData(staff, 'eve@example.com', found)).toEqual({
        ...{ requests: 2, messages: 1, consents: 1, deleted: 0, images: 1, failed: [] },
        quotes: { deleted: 0, erased: 0, retained: [], reviews: 0 },
      });
      const left = Object.values(await readPersonalData(staff, 'eve@example.com'));
      expect(left).toEqual(Array(9).fill([]));
      const other = await readPersonalData(staff, 'eve@example.org');
      expect(other.quote_requests).toHaveLength(1);
      expect(await listStored()).toEqual([imagePath('both'), imagePath('theirs')]);
      const publicUrl = backend.service.storage.from('images').getPublicUrl(imagePath('mine'));
      expect((await fetch(publicUrl.data.publicUrl)).ok).toBe(false);
    });

    test('is found by an earlier address of a quote, of its request and of an account, and erased', async () => {
      const { staff, service } = backend;
      const email = 'before@example.com';
      const mailed = await addSentQuote(backend, { customer_email: email });
      await updateQuote(staff, await getQuote(backend, mailed.id), {
        customer_email: 'after@example.com',
      });
      const request = await insertRow(service, 'quote_requests', newQuoteRequest({ email }));
      const draft = { customer_email: 'work@example.com', quote_request_id: request.id };
      const asked = await insertQuote(staff, newQuoteDraft(draft));
      await backend.run(sql`insert into public.audit_entries (actor_id, actor_email, table_name, action, before)
        values (gen_random_uuid(), ${email}, 'auth.users', 'update',
          jsonb_build_object('email', ${email}::text))`);

      const found = await readPersonalData(staff, 'Before@example.com');
      expect(found.quotes.map(({ id }) => id).sort()).toEqual([mailed.id, asked.id].sort());
      expect(found.other_addresses).toEqual(['after@example.com', 'work@example.com']);
      expect(found.audit_entries).toHaveLength(1);
      const { quotes } = await erasePersonalData(staff, email, found);
      expect(quotes).toEqual({ deleted: 1, erased: 1, retained: [], reviews: 0 });
      expect(Object.values(await readPersonalData(staff, email)).flat()).toEqual([]);
      const rows = await backend.run(sql`select from public.quote_event_details
        where value ilike '%before@example.com%'`);
      expect(rows).toEqual([]);
    });

    test("is found by a mail server's answer about a former address, and nobody by a part of it", async () => {
      const { id } = await addSentQuote(backend, { customer_email: 'now@example.com' });
      await backend.run(sql`update private.outbox set status = 'failed',
        detail = '550 5.1.1 <Ann.Fox@example.com>: user unknown. See ''bo@example.com''.' where quote_id = ${id}::uuid`);
      const find = async (person: string) =>
        (await readPersonalData(backend.staff, person)).quotes.map((quote) => quote.id);
      for (const person of ['ann.fox@example.com', 'bo@example.com']) {
        expect(await find(person)).toEqual([id]);
      }
      for (const person of ['fox@example.com', 'ann.fox@example.co', 'example.com']) {
        expect(await find(person)).toEqual([]);
      }
    });

    test('is not found by a wildcard instead of an email address', async () => {
      await insertMarketingConsent(backend.anon, consent('eve@example.com'));
      for (const person of ['%', '*', '_ve@example.com', '']) {
        const found = await readPersonalData(backend.staff, person);
        expect(found.marketing_consents).toEqual([]);
      }
    });
  });

  describe('retention', () => {
    const failures: unknown[] = [];
    const run = (now = new Date(), signal = new AbortController().signal) =>
      removeOldEnquiries(backend.service, now, signal, (error) => failures.push(error));
    const emails = async (table: (typeof tables)[number]) => {
      const rows = await selectRows(backend.service, table, 'email', {});
      return rows.map(({ email }) => email).sort();
    };
    const addAged = async (name: string, created_at: string, images: string[] = []) => {
      const { service } = backend;
      const email = `${name}@example.com`;
      await insertRow(service, 'quote_requests', {
        ...newQuoteRequest({ email, inspiration_images: images.map(imagePath) }),
        created_at,
      });
      const message = { ...newContactMessage({ email }), created_at };
      await insertRow(service, 'contact_submissions', message);
      await insertRow(service, 'marketing_consents', { ...consent(email), created_at });
    };

    beforeEach(async () => {
      failures.length = 0;
      await backend.service.from('retention_runs').delete().gte('images', 0).throwOnError();
      const names = await listStored();
      if (names.length > 0) await backend.service.storage.from('images').remove(names);
      await setMonths(24);
    });
    const ageRuns = (change: string) =>
      backend.database.session(({ exec }) =>
        exec(`alter table public.retention_runs disable trigger set_finished_at;
          update public.retention_runs set ${change};
          alter table public.retention_runs enable trigger set_finished_at`),
      );
    const setMonths = (retention_months: number | null) =>
      backend.service
        .from('business_settings')
        .update({ retention_months })
        .neq('business_name', '')
        .throwOnError();

    test('the default is 24 months, and images are deleted with their requests', async () => {
      await Promise.all(['old-1', 'old-2', 'young', 'unattached'].map(store));
      await addAged('old', monthsAgo(24, -2), ['old-1', 'old-2', 'gone']);
      await addAged('young', monthsAgo(24, 2), ['young']);
      await addAged('today', new Date().toISOString());

      const counts = {
        ...{ quote_requests: 1, contact_submissions: 1, marketing_consents: 1 },
        ...{ quotes: 0, images: 2, errors: 0 },
      };
      expect(await run()).toEqual(counts);
      for (const table of tables) {
        expect(await emails(table)).toEqual(['today@example.com', 'young@example.com']);
      }
      expect(await listStored()).toEqual([imagePath('unattached'), imagePath('young')]);
      const { data } = await backend.staff.from('retention_runs').select('*').throwOnError();
      expect(data).toMatchObject([{ ...counts, retention_months: 24, skipped: false }]);
      expect(data[0]?.finished_at).not.toBeNull();
      expect(failures).toEqual([]);
    });

    test('runs once a day in one process, and again if the months have changed', async () => {
      const begun = await Promise.all([run(), run(), run()]);
      expect(begun.filter(Boolean)).toHaveLength(1);
      expect(await run()).toBeUndefined();
      await setMonths(12);
      await addAged('thirteen', monthsAgo(13));
      expect(await run()).toMatchObject({ quote_requests: 1 });
      await ageRuns(
        "started_at = now() - interval '24 hours', finished_at = now() - interval '24 hours'",
      );
      expect(await run()).toMatchObject({ quote_requests: 0 });
    });

    test('an interrupted run is repeated an hour later', async () => {
      await addAged('old', monthsAgo(25));
      const stopped = AbortSignal.abort();
      await expect(run(new Date(), stopped)).rejects.toThrow();
      expect(await emails('quote_requests')).toEqual(['old@example.com']);
      expect(await run()).toBeUndefined();
      await ageRuns("started_at = now() - interval '61 minutes'");
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
      await insertRows(backend.service, 'retention_runs', {
        ...{ retention_months: 24, removed_before: monthsAgo(30) },
        ...{ started_at: monthsAgo(3), finished_at: monthsAgo(3) },
      });
      expect(await run()).toBeUndefined();
      expect(await emails('quote_requests')).toEqual(['old@example.com', 'young@example.com']);
      const runs = backend.staff.from('retention_runs').select('skipped').order('started_at');
      expect((await runs.throwOnError()).data.at(-1)).toEqual({ skipped: true });
    });

    test('an image that cannot be deleted retains its request, and the others are deleted', async () => {
      await Promise.all(['stuck', 'free', 'shared'].map(store));
      await addAged('stuck', monthsAgo(26), ['stuck']);
      await addAged('free', monthsAgo(25), ['free', 'shared']);
      await addAged('young', monthsAgo(1), ['shared']);
      await backend.run(sql`create function public.refuse_stuck() returns trigger language plpgsql as $$
        begin if old.name like '%stuck%' then raise exception 'stuck'; end if; return old; end $$`);
      await backend.run(sql`create trigger refuse_stuck before delete on storage.objects
        for each row execute function public.refuse_stuck()`);
      try {
        expect(await run()).toMatchObject({ quote_requests: 1, images: 1, errors: 1 });
      } finally {
        await backend.run(sql`drop function public.refuse_stuck() cascade`);
      }
      expect(failures).toHaveLength(1);
      expect(await emails('quote_requests')).toEqual(['stuck@example.com', 'young@example.com']);
      expect(await listStored()).toEqual([imagePath('shared'), imagePath('stuck')]);
    });

    test('deletes in several batches', async () => {
      await backend.run(sql`insert into public.contact_submissions (name, email, message, created_at)
        select 'Ann', 'n' || n || '@example.com', 'A message long enough', now() - interval '3 years'
        from generate_series(1, 230) as n`);
      await backend.run(sql`insert into public.quote_requests (customer_name, email, project_type, description, created_at)
        select 'Ben', 'n' || n || '@example.com', 'Other', 'A request long enough', now() - interval '3 years'
        from generate_series(1, 130) as n`);
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

    test('send-due-mails deletes once a day, not after a jump of the clock, an hour after an error', async () => {
      const exec = (query: string) => backend.run(sql.raw(query));
      const setSweep = (time: string) =>
        exec(`update private.visitor_storage set swept_at = ${time}`);
      const schedule = createSendDueMails(outbox.sender(), 'secret');
      const init = { method: 'POST', headers: { Authorization: 'Bearer secret' } };
      const send = async () => (await schedule(new Request('https://sheds.example/', init))).status;
      const listLeft = async () => [
        await send(),
        ...(await emails('quote_requests')),
        ...(await listStored()),
      ];
      const add = async () => {
        await exec('delete from public.retention_runs');
        await addAged('old', monthsAgo(30));
        await store('unused');
        await exec(
          "update storage.objects set created_at = now() - interval '49 hours', updated_at = created_at - interval '49 hours'",
        );
      };
      const everything = [200, 'old@example.com', imagePath('unused')];
      await setSweep('null');
      await add();
      await exec(`insert into private.quote_clock (checked_at) values (now() - interval '3 days')
        on conflict (id) do update set checked_at = excluded.checked_at`);
      expect(await listLeft()).toEqual(everything);
      await exec('update private.quote_clock set paused_until = null');
      expect(await listLeft()).toEqual([200]);

      await add();
      await setSweep("swept_at - interval '22 hours'");
      expect(await listLeft()).toEqual(everything);
      await setSweep("swept_at - interval '1 hour'");
      await exec('alter table public.former_values rename to away');
      expect(await send()).toBe(200);
      await exec('alter table public.away rename to former_values');
      expect(await listLeft()).toEqual(everything);
      await setSweep("swept_at - interval '1 hour'");
      expect(await listLeft()).toEqual([200]);
    });

    test.runIf(isFull)('npm run retention on hosted Supabase requires the secret key', async () => {
      await addAged('old', monthsAgo(30));
      const command = (key: { SUPABASE_SECRET_KEY?: string }) =>
        runScript('scripts/retention.ts', [], { ...hostedEnvironment(backend), ...key });
      expect((await command({})).errors).toContain('SUPABASE_SECRET_KEY');
      const key = { SUPABASE_SECRET_KEY: backend.secretKey };
      expect((await command(key)).output).toMatch(/^Deleted: \{"quote_requests":1,/);
      expect(await emails('quote_requests')).toEqual([]);
      expect((await command(key)).output).toBe('Nothing to delete.\n');
    });
  });
});
