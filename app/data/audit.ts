import { z } from '#app/domain/zod.ts';
import type { Json, Row } from './database.types.ts';
import { readPageOrLast } from './page-or-last.ts';
import type { Client } from './supabase-context.ts';

const columns =
  'id, occurred_at, actor_id, actor_email, table_name, record_id, record_name, action, changes';

/** One thing that a member of staff has done, with its values cut to a line's length. */
export type AuditEntry = Omit<Row<'audit_entries'>, 'before' | 'after'>;
/** An account that the trail names. */
export type AuditPerson = { id: string; email: string };
/** Which entries: those on one table, or of one account. */
type AuditFilter = { table: string | undefined; person: string | undefined };
/** A page of the trail, newest first, counted from 1. */
export type AuditPage = { entries: AuditEntry[]; page: number; pages: number };

/** Entries on a page. */
const auditPageSize = 25;

/** Reads a page of the trail; a page behind the last one is the last one. For staff. */
export async function readAuditPage(
  client: Client,
  filter: AuditFilter,
  wanted: number,
): Promise<AuditPage> {
  const { rows, ...place } = await readPageOrLast(
    wanted,
    auditPageSize,
    countEntries(client, filter),
    (first, last) => readEntries(client, filter, first, last),
  );
  return { entries: rows, ...place };
}

async function readEntries(
  client: Client,
  filter: AuditFilter,
  first: number,
  last: number,
): Promise<AuditEntry[]> {
  const { data } = await narrow(client.from('audit_entries').select(columns), filter)
    .order('occurred_at', { ascending: false })
    .order('id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data;
}

async function countEntries(client: Client, filter: AuditFilter): Promise<number> {
  const every = client.from('audit_entries').select('id', { count: 'exact', head: true });
  const { count } = await narrow(every, filter).throwOnError();
  return count ?? 0;
}

type Narrowed<Query> = { filter(column: string, operator: string, value: string): Query };

function narrow<Query extends Narrowed<Query>>(
  query: Query,
  { table, person }: AuditFilter,
): Query {
  const ofTable = table ? query.filter('table_name', 'eq', table) : query;
  return person ? ofTable.filter('actor_id', 'eq', person) : ofTable;
}

const people = z.array(z.object({ id: z.uuid(), email: z.string() }));

/** Every account that the trail names, by its address. For staff. */
export async function listAuditPeople(client: Client): Promise<AuditPerson[]> {
  const { data } = await client.rpc('list_audit_actors').throwOnError();
  return people.parse(data);
}

/**
 * The changed columns of an entry, whole; null where nothing was there before or is after. For
 * staff.
 */
export async function readAuditValues(
  client: Client,
  id: number,
): Promise<{ before: Json; after: Json }> {
  const { data } = await client
    .from('audit_entries')
    .select('before, after')
    .eq('id', id)
    .single()
    .throwOnError();
  return data;
}

/** The column that people know a record by, of each table that a screen shows. */
const nameColumns = {
  business_settings: 'business_name',
  home_content: 'title',
  video_carousel: 'title',
  reviews: 'customer_name',
  past_projects: 'title',
  shed_listings: 'title',
  blog_posts: 'title',
  site_pages: 'title',
  quote_requests: 'customer_name',
  contact_submissions: 'name',
  marketing_consents: 'email',
} as const;

const isNamed = (table: string): table is keyof typeof nameColumns => table in nameColumns;

/** How a record is found in `RecordNames`. */
export const recordKey = ({ table_name, record_id }: AuditEntry) => `${table_name}/${record_id}`;
/** What records are called now, by `recordKey`; what is not in it is gone. */
export type RecordNames = ReadonlyMap<string, string>;

/**
 * What the records of these entries are called now. The trail itself does not keep who has written
 * to the business; while a record is there, its own row tells. For staff.
 */
export async function readRecordNames(client: Client, entries: AuditEntry[]): Promise<RecordNames> {
  const names = new Map<string, string>();
  const byTable = Map.groupBy(entries, ({ table_name }) => table_name);
  await Promise.all(
    [...byTable].map(async ([table, ofTable]) => {
      if (!isNamed(table)) return;
      const ids = [...new Set(ofTable.flatMap(({ record_id }) => record_id ?? []))];
      // One column of one table, which the typed client can't follow from table to table.
      const { data } = await client
        .from(table as 'reviews')
        .select(`id, name:${nameColumns[table]}` as 'id, name:customer_name')
        .in('id', ids)
        .throwOnError();
      for (const { id, name } of data) names.set(`${table}/${id}`, name);
    }),
  );
  return names;
}

/**
 * Removes what the trail has kept for 400 days; see the function in the database.
 *
 * @param client with the service key
 * @param now by this process's clock
 * @returns how many entries that were
 */
export async function pruneAuditEntries(client: Client, now: Date): Promise<number> {
  const { data } = await client
    .rpc('prune_audit_entries', { caller_clock: now.toISOString() })
    .throwOnError();
  return z.number().parse(data);
}
