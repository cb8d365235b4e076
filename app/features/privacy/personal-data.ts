import type { Client } from '#app/lib/client.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { z } from '#app/lib/zod.ts';
import { eraseDeletedRecords, getRecordImages, readDeletedRecordsOf } from './deleted-records.ts';
import { type ErasedRequests, eraseEnquiries, eraseQuoteRequests, eraseRows } from './erasure.ts';

const row = z.looseObject({ id: z.string(), created_at: z.string() });

const personalData = z.object({
  quote_requests: z.array(row.extend({ inspiration_images: z.array(z.string()) })),
  contact_submissions: z.array(row),
  marketing_consents: z.array(row),
  quotes: z.array(row.extend({ version: z.number() })),
  /** Written at the links of their quotes. */
  reviews: z.array(row.extend({ image: z.string().nullable() })),
  /** Earlier values of their draft quotes. */
  former_values: z.array(z.looseObject({ audit_entry_id: z.number() })),
  other_addresses: z.array(z.string()),
  audit_entries: z.array(z.looseObject({ occurred_at: z.string() })),
});

export type PersonalData = z.infer<typeof personalData> & {
  /** Rows that staff deleted and can still restore. */
  deleted_records: Row<'deleted_records'>[];
};

const quoteErasure = z.object({
  deleted: z.int(),
  erased: z.int(),
  reviews: z.int(),
  /** Accepted quotes, which bookkeeping law requires to retain. */
  retained: z.array(z.object({ number: z.string(), until: z.iso.date() })),
});

export type ErasedPerson = ErasedRequests & {
  messages: number;
  deleted: number;
  consents: number;
  quotes: z.infer<typeof quoteErasure>;
};

/** Reads the rows of one person, and other addresses of the customers of their quotes. */
export async function readPersonalData(client: Client, email: string): Promise<PersonalData> {
  const [{ data }, deleted_records] = await Promise.all([
    client.rpc('get_personal_data', { person_email: email }).throwOnError(),
    readDeletedRecordsOf(client, email),
  ]);
  return { ...personalData.parse(data), deleted_records: deleted_records.map(hideCosts) };
}

/** Instead of `z.json()`, which would add to the scripts of public pages: they share zod. */
const stored = z.custom<Json>((value) => value !== undefined);

/** Keeps only what the customer saw of a design's price, as `get_personal_data` does. */
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

/** Erases what `readPersonalData` has found, and quotes that have or had the email address. */
export async function erasePersonalData(
  client: Client,
  email: string,
  { quote_requests, contact_submissions, marketing_consents, deleted_records }: PersonalData,
): Promise<ErasedPerson> {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const erasedQuotes = await eraseQuotes(client, email);
  const requests = await eraseQuoteRequests(client, quote_requests, (some) =>
    eraseEnquiries(client, 'quote_requests', some),
  );
  const messages = await eraseEnquiries(client, 'contact_submissions', ids(contact_submissions));
  const consents = await eraseRows(client, 'marketing_consents', ids(marketing_consents));
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

/** Erases the customer of every quote with the email address; accepted quotes are kept. */
export async function eraseQuotes(client: Client, email: string): Promise<ErasedPerson['quotes']> {
  const { data } = await client.rpc('erase_quotes', { person_email: email }).throwOnError();
  return quoteErasure.parse(data);
}

type ExportedData = {
  quote_requests: { inspiration_images: string[] }[];
  contact_submissions: object[];
  marketing_consents: object[];
  quotes: object[];
  reviews: { image: string | null }[];
  former_values: object[];
  deleted_records: { record: unknown }[];
  audit_entries: object[];
};

/** All rows of one person with all columns, and the URLs of their images, as a JSON file. */
export function exportPersonalData(
  email: string,
  data: ExportedData,
  imageUrl: (path: string) => string,
  now: Date,
): { name: string; text: string } {
  const records = [
    ...data.quote_requests,
    ...data.reviews,
    ...data.deleted_records.map(({ record }) => record),
  ];
  const paths = records.flatMap(getRecordImages);
  const content = {
    email,
    exported_at: now.toISOString(),
    ...data,
    pictures: [...new Set(paths)].map((path) => ({ path, address: imageUrl(path) })),
  };
  return {
    name: `personal-data-${toIsoDay(now)}.json`,
    text: `${JSON.stringify(content, null, 2)}\n`,
  };
}
