import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';

// What a restore on the running site takes over from the present database, so that going back in time neither repeats nor
// revokes what happened outside of it, nor hides who did what.

const pageSize = 500;

/**
 * @param madeAt when the backup was made, ISO 8601
 * @returns how many enquiries, consents, drafts and reviews were erased again
 */
export async function copyPresentState(
  from: Database,
  to: Database,
  madeAt: string,
  logger: Logger,
): Promise<number> {
  await retireSigningSecrets(from, to);
  await copyMailSettings(from, to);
  await copyRateLimits(from, to);
  await copyAuditEntries(from, to, madeAt);
  await raiseNumbers(from, to);
  await copyMailStates(from, to);
  await copyEndings(from, to);
  await repeatQuoteErasures(from, to, logger);
  return repeatDeletions(from, to, madeAt);
}

/** Reads all rows of a query as one JSON array. */
async function readJson({ owner }: Database, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ found: string }>`
    select coalesce(json_agg(found), '[]')::text as found from (${query}) as found`.execute(owner);
  return rows[0]?.found ?? '[]';
}

/** Copies rows page by page; `read` gets the last key of the page before. */
async function copyPages(
  from: Database,
  to: Database,
  read: (after: string | null) => RawBuilder<{ rows: string; last: string | null }>,
  store: (rows: string) => RawBuilder<unknown>,
): Promise<void> {
  let after: string | null = null;
  do {
    const [page]: { rows: string; last: string | null }[] = (await read(after).execute(from.owner))
      .rows;
    after = page?.last ?? null;
    if (page && after !== null) await store(page.rows).execute(to.owner);
  } while (after !== null);
}

/** What the process has signed with the present secrets stays valid for 15 minutes. Those of a FORM_SECRET stay. */
async function retireSigningSecrets(from: Database, to: Database) {
  const secrets = await readJson(
    from,
    sql`select purpose, secret, created_at, now() as retired_at
      from private.signing_secrets where retired_at is null`,
  );
  await sql`insert into private.signing_secrets
    select * from json_populate_recordset(null::private.signing_secrets, ${secrets}::json)
    on conflict (purpose, secret) do nothing`.execute(to.owner);
}

/** An earlier mail server, which may be in other hands by now, must not come back unseen. */
async function copyMailSettings(from: Database, to: Database) {
  const settings = await readJson(from, sql`select * from private.mail_settings`);
  // Where staff never entered any, as on a new machine, those of the backup are as good.
  if (settings === '[]') return;
  await withoutTriggers(to, [
    sql`delete from private.mail_settings`,
    sql`insert into private.mail_settings
      select * from json_populate_recordset(null::private.mail_settings, ${settings}::json)`,
  ]);
}

/** A restore gives nobody new attempts at passwords and codes, and a used ticket stays used. */
async function copyRateLimits(from: Database, to: Database) {
  await copyPages(
    from,
    to,
    (after) => sql`
      select coalesce(json_agg(page), '[]')::text as rows, max(key) as last from (
        select * from private.rate_limits
        where (key like 'auth:%' or key like 'backup %') and key > coalesce(${after}::text, '')
        order by key limit ${pageSize}::integer) as page`,
    (rows) => sql`
      insert into private.rate_limits
      select * from json_populate_recordset(null::private.rate_limits, ${rows}::json)
      on conflict (key) do update
        set window_started_at = excluded.window_started_at, hits = excluded.hits`,
  );
}

/** The activity log goes on: nobody can hide what they did by restoring a backup. */
async function copyAuditEntries(from: Database, to: Database, madeAt: string) {
  const columns = sql`occurred_at, actor_id, actor_email, table_name, record_id, record_name, action, columns,
    before, after`;
  await copyPages(
    from,
    to,
    (after) => sql`
      select coalesce(json_agg(page order by id), '[]')::text as rows, max(id)::text as last from (
        select id, ${columns} from public.audit_entries
        where occurred_at > ${madeAt}::timestamptz and id > coalesce(${after}::bigint, 0)
        order by id limit ${pageSize}::integer) as page`,
    (rows) => sql`
      insert into public.audit_entries (${columns})
      select ${columns} from json_populate_recordset(null::public.audit_entries, ${rows}::json) as entry
      where not exists (
        select from public.audit_entries as stored
        where stored.occurred_at = entry.occurred_at and stored.table_name = entry.table_name
          and stored.action = entry.action and stored.record_id is not distinct from entry.record_id)
      order by id`,
  );
}

/** Numbers of quotes and enquiries that customers have are not given out again. */
async function raiseNumbers(from: Database, to: Database) {
  const numbers = await readJson(from, sql`select * from private.quote_numbers`);
  await sql`insert into private.quote_numbers as stored
    select * from json_populate_recordset(null::private.quote_numbers, ${numbers}::json)
    on conflict (year) do update
      set last_number = greatest(stored.last_number, excluded.last_number)`.execute(to.owner);
  const readLast = async ({ owner }: Database) => {
    const { rows } = await sql<{ last: string }>`
      select (case when is_called then last_value else 0 end)::text as last
      from private.enquiry_numbers`.execute(owner);
    return BigInt(rows[0]?.last ?? 0);
  };
  const last = await readLast(from);
  if (last <= (await readLast(to))) return;
  await sql`select setval('private.enquiry_numbers', ${String(last)}::text::bigint, true)`.execute(
    to.owner,
  );
}

/** Copies how far each unsent email of the backup got since. One that is missing now was sent, or its enquiry was deleted. */
async function copyMailStates(from: Database, to: Database) {
  const unsent = await readJson(to, sql`select id from private.outbox where status <> 'sent'`);
  const mails = await readJson(
    from,
    sql`select * from private.outbox
      where id in (select id from json_to_recordset(${unsent}::json) as unsent (id uuid))`,
  );
  await sql`update private.outbox as mail set
      status = coalesce(current.status, 'sent'), attempts = coalesce(current.attempts, mail.attempts),
      queued_at = coalesce(current.queued_at, mail.queued_at),
      backoff_seconds = coalesce(current.backoff_seconds, mail.backoff_seconds),
      lease = current.lease, leased_at = current.leased_at, lease_seconds = current.lease_seconds,
      attempted_at = current.attempted_at, reason = current.reason, detail = current.detail,
      sent_at = current.sent_at
    from private.outbox as unsent
      left join json_populate_recordset(null::private.outbox, ${mails}::json) as current on current.id = unsent.id
    where mail.id = unsent.id and unsent.status <> 'sent'`.execute(to.owner);
}

/** What ended since the backup stays ended: reminders, consents and recovery codes. */
async function copyEndings(from: Database, to: Database) {
  const reminders = await readJson(
    from,
    sql`select id, status, queued_at from public.quote_reminders`,
  );
  const stopped = await readJson(
    from,
    sql`select id, reminders_stopped_at as at from public.quotes where reminders_stopped_at is not null`,
  );
  const withdrawn = await readJson(
    from,
    sql`select id, withdrawn_at as at from public.marketing_consents where withdrawn_at is not null`,
  );
  const accounts = await readJson(from, sql`select id from auth.users`);
  const codes = await readJson(from, sql`select id from auth.mfa_recovery_codes`);
  await withoutTriggers(to, [
    sql`update public.quote_reminders as reminder
      set status = coalesce(current.status, 'cancelled'), queued_at = current.queued_at
      from public.quote_reminders as waiting
        left join json_to_recordset(${reminders}::json) as current (id uuid, status text, queued_at timestamptz)
          on current.id = waiting.id
      where reminder.id = waiting.id and waiting.status = 'waiting'
        and current.status is distinct from 'waiting'`,
    sql`update public.quotes as quote set reminders_stopped_at = ended.at
      from json_to_recordset(${stopped}::json) as ended (id uuid, at timestamptz)
      where quote.id = ended.id and quote.reminders_stopped_at is null`,
    sql`update public.marketing_consents as consent set withdrawn_at = ended.at
      from json_to_recordset(${withdrawn}::json) as ended (id uuid, at timestamptz)
      where consent.id = ended.id and consent.withdrawn_at is null`,
    sql`delete from auth.mfa_recovery_codes
      where user_id in (select id from json_to_recordset(${accounts}::json) as account (id uuid))
        and id not in (select id from json_to_recordset(${codes}::json) as code (id uuid))`,
  ]);
}

/** Runs statements in one transaction without triggers, which would enter them in the audit log. */
async function withoutTriggers({ owner }: Database, statements: RawBuilder<unknown>[]) {
  await owner.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const statement of statements) await statement.execute(transaction);
  });
}

/** Erases again the customers of quotes who were erased since the backup. */
async function repeatQuoteErasures(from: Database, to: Database, logger: Logger) {
  const erased = await readJson(
    from,
    sql`select id from public.quotes where erased_at is not null`,
  );
  const { rows } = await sql<{ id: string }>`
    select quote.id from public.quotes as quote
      join json_to_recordset(${erased}::json) as erased (id uuid) on erased.id = quote.id
    where quote.erased_at is null order by quote.id`.execute(to.owner);
  for (const { id } of rows)
    await sql`select private.erase_quote(${id}::uuid, 'request')`.execute(to.owner);
  if (rows.length > 0) logger.info({ quotes: rows.length }, 'Quote erasures reapplied');
}

/** Whose rows staff erase, drafts of quotes among them, in an order in which references are deleted first. */
const erasableTables = [
  'quotes',
  'quote_requests',
  'contact_submissions',
  'marketing_consents',
  'reviews',
] as const;

/** Whether a row with this table's name and these columns is erased for good. Reviews that staff wrote come back with a backup. */
const isErasable = (table: RawBuilder<unknown>, columns: RawBuilder<unknown>) => sql`
  ${table} = any (${`{${erasableTables.join(',')}}`}::text[])
  and (${table} <> 'reviews' or ${columns} ->> 'sent_by_customer' = 'true')`;

/** Whether one of the tables has a row. @param condition of its `id` */
const isStored = (condition: RawBuilder<unknown>) =>
  sql.join(
    erasableTables.map(
      (table) => sql`exists (select from ${sql.id('public', table)} where ${condition})`,
    ),
    sql` or `,
  );

/**
 * The enquiries, consents, drafts and reviews of customers that staff have deleted for good since a moment, and that a
 * backup of that moment brings back. What lies among the deleted records is left out, and so are other quotes, whose erasure is repeated.
 */
const selectErasures = (since: string) => sql<{ table_name: string; record_id: string }>`
  select distinct table_name, record_id from public.audit_entries as entry
  where entry.action = 'delete' and entry.occurred_at > ${since}::timestamptz
    and ${isErasable(sql`entry.table_name`, sql`entry.before`)}
    and coalesce((entry.before ->> 'created_at')::timestamptz <= ${since}::timestamptz, true)
    and not exists (
      select from public.deleted_records as kept
      where kept.table_name = entry.table_name and kept.record_id::text = entry.record_id)
    and not (${isStored(sql`id::text = entry.record_id`)})`;

/**
 * Counts what a restore erases again.
 *
 * @param since when the backup was made, ISO 8601
 */
export async function countErasures({ owner }: Database, since: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${selectErasures(since)}) as erasure`.execute(owner);
  return rows[0]?.count ?? 0;
}

/** Deletes again what staff have deleted for good since the backup. Photos that nothing references are swept later. */
async function repeatDeletions(from: Database, to: Database, madeAt: string): Promise<number> {
  const erasures = await readJson(from, selectErasures(madeAt));
  let deleted = 0;
  for (const table of erasableTables) {
    const { rows } = await sql<{ count: number }>`
      with deleted as (
        delete from ${sql.id('public', table)} as record
        using json_to_recordset(${erasures}::json) as erasure (table_name text, record_id uuid)
        where erasure.table_name = ${table} and record.id = erasure.record_id
          and (erasure.table_name <> 'quotes' or to_jsonb(record) ->> 'number' is null)
        returning record.id)
      select count(*)::integer as count from deleted`.execute(to.owner);
    deleted += rows[0]?.count ?? 0;
  }
  await forgetErasedCopies(from, to);
  await repeatTextErasures(from, to);
  return deleted;
}

/** The activity log of a review that was erased has neither its texts nor its name. */
async function repeatTextErasures(from: Database, to: Database): Promise<void> {
  const erased = await readJson(
    from,
    sql`select distinct record_id from public.audit_entries
      where table_name = 'reviews' and action = 'delete' and record_name is null`,
  );
  const texts = sql`array['customer_name', 'review_text', 'town', 'image', 'source_url']`;
  await sql`update public.audit_entries as entry
    set record_name = null, before = before - ${texts}, after = after - ${texts}
    where table_name = 'reviews'
      and record_id in (select record_id from json_to_recordset(${erased}::json) as review (record_id text))`.execute(
    to.owner,
  );
}

/** Deletes the backup's copies of deleted rows that are neither kept nor back at present: they were erased since. */
async function forgetErasedCopies(from: Database, to: Database): Promise<void> {
  const kept = sql`select table_name, record_id from public.deleted_records
    where ${isErasable(sql`table_name`, sql`record`)}`;
  const copies = await readJson(to, kept);
  const known = await readJson(
    from,
    sql`select copy.table_name, copy.record_id
      from json_to_recordset(${copies}::json) as copy (table_name text, record_id uuid)
      where exists (
          select from public.deleted_records as present
          where present.table_name = copy.table_name and present.record_id = copy.record_id)
        or ${isStored(sql`id = copy.record_id`)}`,
  );
  await sql`
    delete from public.deleted_records as copy
    where ${isErasable(sql`copy.table_name`, sql`copy.record`)} and not exists (
      select from json_to_recordset(${known}::json) as known (table_name text, record_id uuid)
      where known.table_name = copy.table_name and known.record_id = copy.record_id)`.execute(
    to.owner,
  );
}

/** The addresses of the staff of a database. */
export async function readStaffEmails({ owner }: Database): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from public.staff join auth.users on id = user_id order by email`.execute(owner);
  return rows.map(({ email }) => email);
}
