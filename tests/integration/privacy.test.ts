import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  insertMarketingConsent,
  listMarketingConsents,
  withdrawMarketingConsent,
} from '#app/data/marketing-consents.ts';
import { erasePersonalData, readPersonalData } from '#app/data/personal-data.ts';
import { newsWording } from '#app/domain/privacy/marketing-consent.ts';
import { newContactMessage, newQuoteRequest, newSettings } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

/** Consents to news, and the data of one person: who may do what, and what is left afterwards. */

const consent = (email = 'ann@example.com') => ({
  email,
  wording: newsWording,
  source: 'contact' as const,
});
const imagePath = (name: string) => `inspiration/1767225600000-${name}.jpg`;

describe.skipIf(!engineAvailable())('privacy', () => {
  let backend: TestBackend;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    backend = await startBackend({ SMTP_URL: mail.url, MAIL_TO: 'owner@example.com' });
    await backend.service.from('business_settings').insert(newSettings()).throwOnError();
  });
  afterAll(async () => {
    await backend?.stop();
    await mail?.stop();
  });
  beforeEach(async () => {
    for (const table of ['marketing_consents', 'quote_requests', 'contact_submissions'] as const) {
      await backend.service.from(table).delete().neq('email', '').throwOnError();
    }
  });

  describe('consents to news', () => {
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
      ['other words', { wording: 'I agree to everything.' }, '23514'],
      ['an unknown form', { source: 'letter' }, '23514'],
      ['an invalid email', { email: 'nobody' }, '23514'],
      ['a time of their own', { created_at: '2020-01-01T00:00:00Z' }, '42501'],
      ['somebody else as who asked', { requested_by: 'Another business' }, '42501'],
      ['an id', { id: '00000000-0000-4000-8000-000000000001' }, '42501'],
    ])('a visitor cannot insert a consent with %s', async (_, change, code) => {
      const { error } = await backend.anon
        .from('marketing_consents')
        .insert({ ...consent(), ...change });
      expect(error?.code).toBe(code);
      expect(await all()).toEqual([]);
    });

    test('only staff read, withdraw and erase consents', async () => {
      await insertMarketingConsent(backend.anon, consent());
      const before = await all();
      for (const verb of ['select', 'update', 'delete'] as const) {
        for (const caller of ['anon', 'stranger'] as const) {
          const table = backend[caller].from('marketing_consents');
          const query = {
            select: () => table.select('*'),
            update: () => table.update({ withdrawn_at: null }).neq('email', '').select('*'),
            delete: () => table.delete().neq('email', '').select('*'),
          }[verb]();
          const { data, error } = await query;
          if (caller === 'anon') expect(error?.code).toBe('42501');
          else expect(data).toEqual([]);
        }
      }
      expect(await all()).toEqual(before);
      expect(await listMarketingConsents(backend.staff, 'ANN@example.com ')).toEqual(before);
    });

    test('a withdrawn consent remains withdrawn, and the person can agree again', async () => {
      await insertMarketingConsent(backend.anon, consent());
      const [first] = await listMarketingConsents(backend.staff, 'ann@example.com');
      const withdrawn = await withdrawMarketingConsent(backend.staff, first?.id ?? '');
      expect(withdrawn.withdrawn_at).not.toBeNull();
      const again = await backend.staff
        .from('marketing_consents')
        .update({ withdrawn_at: null })
        .eq('id', withdrawn.id)
        .select()
        .throwOnError();
      expect(again.data).toEqual([withdrawn]);
      for (const change of [{ wording: newsWording }, { email: 'other@example.com' }]) {
        const { error } = await backend.staff
          .from('marketing_consents')
          .update(change)
          .eq('id', withdrawn.id);
        expect(error?.code).toBe('42501');
      }
      await insertMarketingConsent(backend.anon, consent());
      const consents = await listMarketingConsents(backend.staff, 'ann@example.com');
      expect(consents.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([true, false]);
    });

    test("the owner's e-mail mentions a consent until it is withdrawn", async () => {
      const send = async (subject: string) => {
        const row = newContactMessage({ email: 'News@example.com', subject });
        await backend.anon.from('contact_submissions').insert(row).throwOnError();
        const { data } = await backend.anon.functions.invoke('send-email', {
          body: { formData: row, emailType: 'contact' },
        });
        expect(data).toEqual({ success: true });
        return mail.waitFor(({ text }) => text?.includes(subject) ?? false);
      };
      expect((await send('Without news')).text).not.toContain('News by e-mail');
      await insertMarketingConsent(backend.anon, consent('News@example.com'));
      expect((await send('With news')).text).toMatch(/News by e-mail: Agreed on \w+ \d/);
      const [stored] = await listMarketingConsents(backend.staff, 'news@example.com');
      await withdrawMarketingConsent(backend.staff, stored?.id ?? '');
      expect((await send('Taken back')).text).not.toContain('News by e-mail');
    });
  });

  describe('the data of one person', () => {
    const store = async (name: string) => {
      const { error } = await backend.anon.storage
        .from('images')
        .upload(imagePath(name), await createSmallImage(), { contentType: 'image/jpeg' });
      if (error) throw error;
    };
    const stored = async () => {
      const { rows } = await sql<{ name: string }>`
        select name from storage.objects order by name collate "C"`.execute(backend.database.owner);
      return rows.map(({ name }) => name);
    };

    test('is found by e-mail address without regard to case and spaces, and erased with its images', async () => {
      await Promise.all(['mine', 'both', 'theirs'].map(store));
      const { anon, staff } = backend;
      const rows = [
        newQuoteRequest({ email: 'Eve@Example.com', inspiration_images: [imagePath('mine')] }),
        newQuoteRequest({
          email: 'eve@example.com',
          inspiration_images: [imagePath('both'), imagePath('long-gone')],
        }),
        newQuoteRequest({
          email: 'eve@example.org',
          inspiration_images: [imagePath('theirs'), imagePath('both')],
        }),
      ];
      for (const row of rows) await anon.from('quote_requests').insert(row).throwOnError();
      await anon
        .from('contact_submissions')
        .insert(newContactMessage({ email: 'EVE@example.com' }))
        .throwOnError();
      await insertMarketingConsent(anon, consent('eve@example.com'));

      const found = await readPersonalData(staff, ' EVE@EXAMPLE.COM ');
      expect(found.quote_requests).toMatchObject(rows.slice(0, 2));
      expect(Object.keys(found.quote_requests[0] ?? {})).not.toContain('search_text');
      expect(found.contact_submissions).toHaveLength(1);
      expect(found.marketing_consents).toHaveLength(1);

      expect(await erasePersonalData(staff, found)).toEqual({
        requests: 2,
        messages: 1,
        consents: 1,
        images: 1,
        failed: [],
        quotes: { deleted: 0, erased: 0, retained: [] },
      });
      const left = await readPersonalData(staff, 'eve@example.com');
      expect(left).toEqual({
        quote_requests: [],
        contact_submissions: [],
        marketing_consents: [],
        quotes: [],
      });
      const other = await readPersonalData(staff, 'eve@example.org');
      expect(other.quote_requests).toHaveLength(1);
      expect(await stored()).toEqual([imagePath('both'), imagePath('theirs')]);
      const publicUrl = backend.service.storage.from('images').getPublicUrl(imagePath('mine'));
      expect((await fetch(publicUrl.data.publicUrl)).ok).toBe(false);
    });

    test('is not found by a wildcard instead of an e-mail address', async () => {
      await insertMarketingConsent(backend.anon, consent('eve@example.com'));
      for (const person of ['%', '*', '_ve@example.com', '']) {
        const found = await readPersonalData(backend.staff, person);
        expect(found.marketing_consents).toEqual([]);
      }
    });

    test('is returned to staff only', async () => {
      await insertMarketingConsent(backend.anon, consent('eve@example.com'));
      for (const client of [backend.anon, backend.stranger]) {
        const { error } = await client.rpc('get_personal_data', {
          person_email: 'eve@example.com',
        });
        expect(error?.code).toBe('42501');
      }
      const [found] = await backend.database.queryAsCaller(
        { role: 'authenticated', claims: { sub: crypto.randomUUID() } },
        sql<{ data: string }>`select public.get_personal_data('eve@example.com')::text as data`,
      );
      expect(JSON.parse(found?.data ?? '')).toMatchObject({ marketing_consents: [] });
    });
  });
});
