import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  type AuditEntry,
  listAuditPeople,
  pruneAuditEntries,
  readAuditPage,
  readAuditValues,
  readRecordNames,
} from '#app/features/audit/audit-log.ts';
import { renderAuditSentence } from '#app/features/audit/audit-sentence.ts';
import { erasePersonalData, readPersonalData } from '#app/features/privacy/personal-data.ts';
import { insertShed } from '#app/features/sheds/shed-listings.ts';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import { addStaff, removeStaff, setStaffPassword } from '#backend/auth/staff.ts';
import { newContactMessage, newProject, newQuoteRequest, newShed } from '#tests/fixtures/rows.ts';
import { engineAvailable, staffAccount, useBackend } from '#tests/support/backend.ts';
import { createSmallImage, uploadSmallImage } from '#tests/support/small-image.ts';

describe.skipIf(!engineAvailable())('audit log', () => {
  const backend = useBackend();

  const noFilter = { table: undefined, person: undefined };
  const newest = async (table: string) => {
    const { entries } = await readAuditPage(backend.staff, { ...noFilter, table }, 1);
    return entries;
  };
  const addShed = () => insertRow(backend.staff, 'shed_listings', newShed());

  test('insert, update, delete and restore of a shed store actor, record, before and after', async () => {
    const shed = await addShed();
    const sheds = backend.staff.from('shed_listings');
    await sheds.update({ price: 4000, color: 'Red' }).eq('id', shed.id).throwOnError();
    await sheds.update({ price: 4000 }).eq('id', shed.id).throwOnError();
    await sheds.delete().eq('id', shed.id).throwOnError();
    await insertShed(backend.staff, shed);

    const [back, deleted, changed, added, ...others] = await newest('shed_listings');
    expect(others).toEqual([]);
    const who = { actor_email: staffAccount.email, record_id: shed.id, record_name: shed.title };
    expect(added).toMatchObject({ ...who, action: 'insert' });
    const changes = { price: [4250.5, 4000], color: ['Natural', 'Red'] };
    expect(changed).toMatchObject({ ...who, action: 'update', changes });
    expect(deleted).toMatchObject({ ...who, action: 'delete' });
    expect(back).toMatchObject({ ...who, action: 'restore' });
    expect(await readAuditValues(backend.staff, changed?.id ?? 0)).toEqual({
      before: { price: 4250.5, color: 'Natural' },
      after: { price: 4000, color: 'Red' },
    });
    const gone = await readAuditValues(backend.staff, deleted?.id ?? 0);
    expect(gone).toMatchObject({ after: null, before: { title: shed.title, color: 'Red' } });
  });

  test('writes by visitors, accounts that are not staff and the service key add no entry', async () => {
    const before = await readAuditPage(backend.staff, noFilter, 1);
    await backend.anon.from('quote_requests').insert(newQuoteRequest()).throwOnError();
    await backend.stranger.from('contact_submissions').insert(newContactMessage()).throwOnError();
    await backend.service.from('past_projects').insert(newProject()).throwOnError();
    await backend.service.from('past_projects').delete().neq('title', '').throwOnError();
    expect(await readAuditPage(backend.staff, noFilter, 1)).toEqual(before);
  });

  test('an entry about a quote request has its status and notes; the name is read from the row', async () => {
    const email = 'dora@example.com';
    const request = newQuoteRequest({ email, customer_name: 'Dora Miller' });
    const row = await insertRow(backend.service, 'quote_requests', request);
    const change = (values: { notes?: string; status?: string }) =>
      updateRow(backend.staff, 'quote_requests', row.id, values);
    await change({ notes: 'D' });
    await change({ notes: 'Dora wants' });
    await change({ notes: 'Dora wants a loft.' });
    await change({ status: 'responded' });

    const entries = await newest('quote_requests');
    expect(entries.map(({ changes }) => changes)).toEqual([
      { status: ['pending', 'responded'] },
      { notes: [null, 'Dora wants a loft.'] },
    ]);
    expect(await readRecordNames(backend.staff, entries)).toEqual(
      new Map([[`quote_requests/${row.id}`, 'Dora Miller']]),
    );
  });

  test('erasing a person leaves neither name nor email address in any entry', async () => {
    const { anon, staff } = backend;
    const email = 'dora@example.com';
    const path = 'inspiration/1767225600000-dora-miller.jpg';
    await uploadSmallImage(anon, path);
    const row = { email, customer_name: 'Dora Miller', inspiration_images: [path] };
    await anon.from('quote_requests').insert(newQuoteRequest(row)).throwOnError();
    const message = newContactMessage({ email, name: 'Dora Miller' });
    await anon.from('contact_submissions').insert(message).throwOnError();
    const erased = await erasePersonalData(staff, email, await readPersonalData(staff, email));
    expect(erased).toMatchObject({ requests: 2, messages: 1, images: 1, failed: [] });
    const rows = await backend.run(sql<{ entry: string }>`
      select audit_entries::text as entry from public.audit_entries`);
    const trail = rows.map(({ entry }) => entry);
    expect(trail.join()).not.toMatch(/dora|miller/i);
    const countDeletions = (table: string) =>
      trail.filter((entry) => entry.includes(table) && entry.includes(',delete,')).length;
    const tables = ['quote_requests', 'contact_submissions', 'storage.objects'];
    expect(tables.map(countDeletions)).toEqual([2, 1, 1]);
    expect((await newest('quote_requests')).at(-1)?.changes).toEqual({ notes: null });
  });

  test('deleting a quote request with the service key erases its notes from the entries', async () => {
    const request = newQuoteRequest({ email: 'ella@example.com' });
    const row = await insertRow(backend.service, 'quote_requests', request);
    await updateRow(backend.staff, 'quote_requests', row.id, { notes: 'Prefers Tuesdays' });
    await backend.service.from('quote_requests').delete().eq('id', row.id).throwOnError();
    const [entry] = await newest('quote_requests');
    expect(entry).toMatchObject({ record_id: row.id, changes: { notes: null } });
    expect(await readAuditValues(backend.staff, entry?.id ?? 0)).toEqual({ before: {}, after: {} });
  });

  test('staff replacing and deleting an image add entries with its name', async () => {
    const path = 'sheds/1767225600000-removed.jpg';
    const images = backend.staff.storage.from('images');
    const upload = { contentType: 'image/jpeg', upsert: true };
    await images.upload(path, await createSmallImage(), upload);
    await images.upload(path, await createSmallImage(), upload);
    await images.remove([path]);
    const [removed, replaced] = await newest('storage.objects');
    expect(removed).toMatchObject({ action: 'delete', record_name: path });
    expect(replaced).toMatchObject({ action: 'update', record_name: path });
    const sentence = renderAuditSentence({ ...(replaced as AuditEntry), name_now: undefined });
    expect(sentence).toBe(`${staffAccount.email} replaced the image ${path}`);
  });

  test('sign-ins, new passwords and changes of the staff list add entries without the password', async () => {
    const account = { email: 'helper@example.com', password: 'correct horse' };
    await addStaff(backend.database, account);
    const client = backend.newClient();
    await client.auth.signInWithPassword(account);
    const current_password = account.password;
    await client.auth.updateUser({ password: 'another horse', current_password });
    await setStaffPassword(backend.database, account.email, 'a third horse');
    await removeStaff(backend.database, account.email);
    await backend.newClient().auth.signInWithPassword({ ...account, password: 'a third horse' });

    const sentences = (await newest('auth.users'))
      .filter(({ record_name }) => record_name === account.email)
      .map((entry) => renderAuditSentence({ ...entry, name_now: undefined }));
    expect(sentences).toEqual([
      'The staff command on the server removed helper@example.com from the staff',
      'The staff command on the server set a new password for helper@example.com',
      'helper@example.com set a new password for their own account',
      'helper@example.com signed in',
      'The staff command on the server added helper@example.com to the staff',
    ]);
    const rows = await backend.run(sql<{ entry: string }>`
      select to_jsonb(entry)::text as entry from public.audit_entries as entry
      where record_name = ${account.email}`);
    expect(rows.map(({ entry }) => entry).join()).not.toContain('argon2');
    const people = await listAuditPeople(backend.staff);
    expect(people.map(({ email }) => email)).toContain(account.email);
  });

  test('entries are deleted after 400 days, and none if the clock jumps ahead', async () => {
    const prune = (days: number) =>
      pruneAuditEntries(backend.service, new Date(Date.now() + days * 24 * 60 * 60 * 1000));
    await backend.run(sql`insert into public.audit_entries (occurred_at, table_name, action)
      values (now() - interval '399 days', 'reviews', 'insert'),
        (now() - interval '401 days', 'reviews', 'insert')`);
    expect(await prune(-30)).toBe(0);
    expect(await prune(1000)).toBe(1);
    expect(await prune(1000)).toBe(0);
    await backend.run(
      sql`update public.audit_entries set occurred_at = occurred_at - interval '500 days'`,
    );
    expect(await prune(0)).toBe(0);
  });
});
