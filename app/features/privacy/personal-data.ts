import type { QuoteErasure } from '#app/features/quotes/staff-actions.ts';
import { eraseQuotes } from '#app/features/quotes/staff-actions.ts';
import type { Client } from '#app/lib/client.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { z } from '#app/lib/zod.ts';
import { eraseDeletedRecords, readDeletedRecordsOf } from './deleted-records.ts';
import { type ErasedRequests, eraseQuoteRequests, eraseRows } from './erasure.ts';

const row = z.looseObject({ id: z.string(), created_at: z.string() });

const personalData = z.object({
  quote_requests: z.array(row.extend({ inspiration_images: z.array(z.string()) })),
  contact_submissions: z.array(row),
  marketing_consents: z.array(row),
  quotes: z.array(row.extend({ version: z.number() })),
  /** What edits of the drafts of their quotes replaced. */
  former_values: z.array(z.looseObject({ audit_entry_id: z.number() })),
  other_addresses: z.array(z.string()),
  audit_entries: z.array(z.looseObject({ occurred_at: z.string() })),
});

export type PersonalData = z.infer<typeof personalData> & {
  /** Rows that staff have deleted and could put back. */
  deleted_records: Row<'deleted_records'>[];
};

export type ErasedPerson = ErasedRequests & {
  messages: number;
  deleted: number;
  consents: number;
  quotes: QuoteErasure;
};

/** Reads the rows of one person, and other addresses of the customers of their quotes. */
export async function readPersonalData(client: Client, email: string): Promise<PersonalData> {
  const [{ data }, deleted_records] = await Promise.all([
    client.rpc('get_personal_data', { person_email: email }).throwOnError(),
    readDeletedRecordsOf(client, email),
  ]);
  return { ...personalData.parse(data), deleted_records: deleted_records.map(hideCosts) };
}

/** `z.json()` would be in the scripts of public pages, too: they share zod's code. */
const stored = z.custom<Json>((value) => value !== undefined);

/** As in `get_personal_data`: of the price of a design only what its customer saw. */
function hideCosts(kept: Row<'deleted_records'>): Row<'deleted_records'> {
  const priced = z
    .looseObject({ design_price: z.looseObject({ shown: stored }) })
    .safeParse(kept.record).data;
  if (!priced) return kept;
  return {
    ...kept,
    record: { ...priced, design_price: priced.design_price.shown } as NonNullable<Json>,
  };
}

/** Erases what `readPersonalData` has found, and quotes that have or had the e-mail address. */
export async function erasePersonalData(
  client: Client,
  email: string,
  { quote_requests, contact_submissions, marketing_consents, deleted_records }: PersonalData,
): Promise<ErasedPerson> {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const erasedQuotes = await eraseQuotes(client, email);
  const requests = await eraseQuoteRequests(client, quote_requests);
  const messages = await eraseRows(client, 'contact_submissions', ids(contact_submissions));
  const consents = await eraseRows(client, 'marketing_consents', ids(marketing_consents));
  // Last: what is deleted above is kept at first, like everything that staff delete.
  const kept = await eraseDeletedRecords(client, await readDeletedRecordsOf(client, email));
  return {
    requests: requests.requests,
    messages,
    consents,
    quotes: erasedQuotes,
    deleted: deleted_records.length,
    images: requests.images + kept.images,
    failed: [...requests.failed, ...kept.failed],
  };
}
