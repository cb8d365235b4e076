import type { Client } from '#app/lib/client.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { groupBy } from '#app/lib/group-by.ts';
import { readClampedPage } from '#app/lib/paginate.ts';
import { z } from '#app/lib/zod.ts';
import { accountTables, isAccountTable } from './audit-labels.ts';

const columns =
  'id, occurred_at, actor_id, actor_email, table_name, record_id, record_name, action, changes';

export type AuditEntry = Omit<Row<'audit_entries'>, 'columns' | 'before' | 'after'>;
type AuditPerson = { id: string; email: string };
type AuditFilter = { table: string | undefined; person: string | undefined };
type AuditPage = { entries: AuditEntry[]; page: number; pages: number };

const auditPageSize = 25;

/** Reads a page of the activity log, newest first. Pages are counted from 1 and clamped to the last one. */
export async function readAuditPage(
  client: Client,
  filter: AuditFilter,
  requestedPage: number,
): Promise<AuditPage> {
  const { rows, ...page } = await readClampedPage(
    requestedPage,
    auditPageSize,
    countEntries(client, filter),
    (first, last) => readEntries(client, filter, first, last),
  );
  return { entries: rows, ...page };
}

async function readEntries(
  client: Client,
  filter: AuditFilter,
  first: number,
  last: number,
): Promise<AuditEntry[]> {
  const { data } = await applyFilter(client.from('audit_entries').select(columns), filter)
    .order('occurred_at', { ascending: false })
    .order('id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data;
}

async function countEntries(client: Client, filter: AuditFilter): Promise<number> {
  const every = client.from('audit_entries').select('id', { count: 'exact', head: true });
  const { count } = await applyFilter(every, filter).throwOnError();
  return count ?? 0;
}

type Narrowed<Query> = { filter(column: string, operator: string, value: string): Query };

function applyFilter<Query extends Narrowed<Query>>(
  query: Query,
  { table, person }: AuditFilter,
): Query {
  const byPerson = person ? query.filter('actor_id', 'eq', person) : query;
  if (!table) return byPerson;
  return isAccountTable(table)
    ? byPerson.filter('table_name', 'in', `("${accountTables.join('","')}")`)
    : byPerson.filter('table_name', 'eq', table);
}

const people = z.array(z.object({ id: z.uuid(), email: z.string() }));

/** Lists the accounts that have entries in the activity log. */
export async function listAuditPeople(client: Client): Promise<AuditPerson[]> {
  const { data } = await client.rpc('list_audit_actors').throwOnError();
  return people.parse(data);
}

/** The stored values of an entry, not truncated, with those that are kept for 30 days; null for a new or deleted row. */
export async function readAuditValues(
  client: Client,
  id: number,
): Promise<{ before: Json; after: Json }> {
  const [{ data: stored }, { data: kept }] = await Promise.all([
    client.from('audit_entries').select('before, after').eq('id', id).single().throwOnError(),
    client
      .from('former_values')
      .select('before, after')
      .eq('audit_entry_id', id)
      .maybeSingle()
      .throwOnError(),
  ]);
  if (!kept) return stored;
  return { before: merge(stored.before, kept.before), after: merge(stored.after, kept.after) };
}

const merge = (stored: Json, kept: Json): Json =>
  ({ ...(stored as object | null), ...(kept as object | null) }) as Json;

const nameColumns = {
  business_settings: 'business_name',
  home_content: 'title',
  video_carousel: 'title',
  reviews: 'customer_name',
  past_projects: 'title',
  shed_listings: 'title',
  blog_posts: 'title',
  own_pages: 'title',
  site_pages: 'title',
  list_entries: 'name',
  redirects: 'from_path',
  quote_requests: 'customer_name',
  contact_submissions: 'name',
  quotes: 'number',
  // Entries of parts of a quote link to the quote.
  quote_reminders: 'quote_id',
  quote_payments: 'quote_id',
  quote_stages: 'quote_id',
  quote_messages: 'quote_id',
  quote_templates: 'name',
  quote_settings: 'legal_name',
  marketing_consents: 'email',
} as const;

const namedRows = z.array(z.object({ id: z.string(), name: z.string().nullable() }));

const isNamed = (table: string): table is keyof typeof nameColumns => table in nameColumns;

/** The key of an entry's record in `RecordNames`. */
export const getRecordKey = ({ table_name, record_id }: AuditEntry) => `${table_name}/${record_id}`;
export type RecordNames = ReadonlyMap<string, string>;

/** Reads the current names of the records: the audit log does not store visitors' names. */
export async function readRecordNames(client: Client, entries: AuditEntry[]): Promise<RecordNames> {
  const names = new Map<string, string>();
  const byTable = groupBy(entries, ({ table_name }) => table_name);
  await Promise.all(
    [...byTable].map(async ([table, tableEntries]) => {
      if (!isNamed(table)) return;
      const ids = [...new Set(tableEntries.flatMap(({ record_id }) => record_id ?? []))];
      const { data } = await client
        .from(table)
        .select(`id, name:${nameColumns[table]}`)
        .in('id', ids)
        .throwOnError();
      for (const { id, name } of namedRows.parse(data)) names.set(`${table}/${id}`, name ?? '');
    }),
  );
  return names;
}

/** Finds the entries whose earlier values are kept outside the log: edits of draft quotes and templates. */
export async function findFormerValues(client: Client, entryIds: number[]): Promise<Set<number>> {
  if (entryIds.length === 0) return new Set();
  const { data } = await client
    .from('former_values')
    .select('audit_entry_id')
    .in('audit_entry_id', entryIds)
    .throwOnError();
  return new Set(data.map(({ audit_entry_id }) => audit_entry_id));
}

const restoreResult = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['put_back', 'unchanged', 'deleted', 'not_found']) }),
  z.object({ status: z.literal('changed'), columns: z.array(z.string()), updated_at: z.string() }),
]);
type RestoreResult = z.infer<typeof restoreResult>;

/**
 * Restores what an edit of the last 30 days replaced, by an update with the caller's rights.
 * @param seen the `updated_at` of a row that was edited since, once it was asked about
 * @returns `changed` with the columns that were edited since, and the row's version
 */
export async function putBackValues(
  client: Client,
  entryId: number,
  seen?: string,
): Promise<RestoreResult> {
  const { data } = await client
    .rpc('put_back_values', { entry_id: entryId, ...(seen && { seen }) })
    .throwOnError();
  return restoreResult.parse(data);
}

/**
 * Deletes entries older than 400 days by `now` and returns their number. Needs the service key.
 */
export async function pruneAuditEntries(client: Client, now: Date): Promise<number> {
  const { data } = await client
    .rpc('prune_audit_entries', { caller_clock: now.toISOString() })
    .throwOnError();
  return z.number().parse(data);
}
