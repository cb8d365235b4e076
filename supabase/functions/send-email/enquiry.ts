import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { isPlainEmail } from './plain-email.ts';

/** The fields of both forms. */
function createFields(text: z.ZodString, email: z.ZodString) {
  const optionalText = text.nullish();
  return {
    contact: z.object({
      name: text,
      email,
      phone: optionalText,
      location: optionalText,
      contact_preference: optionalText,
      subject: optionalText,
      message: text,
    }),
    quote: z.object({
      customer_name: text,
      email,
      phone: optionalText,
      location: optionalText,
      contact_preference: optionalText,
      project_type: text,
      material_type: optionalText,
      color: optionalText,
      size: optionalText,
      shed_style: optionalText,
      description: text,
      budget_range: optionalText,
      timeline: optionalText,
      custom_message: optionalText,
      // 20 of the form, and 10 that were added later.
      inspiration_images: z.array(text).max(30).nullish(),
    }),
  };
}

const posted = createFields(
  z.string().max(10_000),
  z
    .string()
    .trim()
    .refine((email) => isPlainEmail(email)),
);
// The database accepts more than these schemas; its emails are sent, too.
const stored = createFields(z.string(), z.string());

/** The body that the forms post. */
export const enquiryCall = z.discriminatedUnion('emailType', [
  z.object({ emailType: z.literal('contact'), formData: posted.contact }),
  z.object({ emailType: z.literal('quote'), formData: posted.quote }),
]);

const added = {
  id: z.uuid(),
  reference: z.string(),
  created_at: z.string(),
  is_spam: z.boolean(),
};
const contactRow = stored.contact.extend(added);
const quoteRow = stored.quote.extend({
  ...added,
  design: z.unknown(),
  design_price: z.unknown(),
});

/** A stored contact message or quote request. */
export type Enquiry =
  | { emailType: 'contact'; row: z.infer<typeof contactRow> }
  | { emailType: 'quote'; row: z.infer<typeof quoteRow> };

export type Entries = [label: string, value: string | null | undefined][];

/** What the sender of an enquiry has entered; the texts may have several lines. */
export function listEntries({ emailType, row }: Enquiry): { facts: Entries; texts: Entries } {
  const reaching: Entries = [
    ['Town or postal code', row.location],
    ['Best way to reach', row.contact_preference],
  ];
  if (emailType === 'contact') {
    return {
      facts: [
        ['Name', row.name],
        ['Email', row.email],
        ['Phone', row.phone],
        ...reaching,
        ['Subject', row.subject],
      ],
      texts: [['Message', row.message]],
    };
  }
  return {
    facts: [
      ['Name', row.customer_name],
      ['Email', row.email],
      ['Phone', row.phone],
      ...reaching,
      ['Project type', row.project_type],
      ['Material', row.material_type],
      ['Color', row.color],
      ['Size', row.size],
      ['Style', row.shed_style],
      ['Budget', row.budget_range],
      ['Timeline', row.timeline],
    ],
    texts: [
      ['Description', row.description],
      ['Additional message', row.custom_message],
    ],
  };
}

const addition = z.object({ at: z.string(), text: z.string(), images: z.array(z.string()) });

/** What the sender of a request has added at the link of its confirmation; `at` in ISO 8601. */
export type Addition = z.infer<typeof addition>;

const maxAgeMs = 3_600_000;

/**
 * Finds the enquiries of the last hour with the posted fields, apart from surrounding space and the kind
 * of line ends.
 *
 * @param supabase a client that may read enquiries
 * @returns the newest first
 */
export async function findStored(
  supabase: SupabaseClient,
  { emailType, formData }: z.infer<typeof enquiryCall>,
): Promise<Enquiry[]> {
  const { data } = await supabase
    .from(getTable(emailType))
    .select('*')
    .eq('email', formData.email)
    .gte('created_at', new Date(Date.now() - maxAgeMs).toISOString())
    .order('created_at', { ascending: false })
    .limit(20)
    .throwOnError();
  return emailType === 'quote'
    ? data
        .filter((row) => isSame(posted.quote, formData, row))
        .map((row) => ({ emailType, row: quoteRow.parse(row) }))
    : data
        .filter((row) => isSame(posted.contact, formData, row))
        .map((row) => ({ emailType, row: contactRow.parse(row) }));
}

/**
 * Reads an enquiry; undefined if it was deleted.
 * @param supabase a client that may read enquiries
 */
export async function readEnquiry(
  supabase: SupabaseClient,
  emailType: Enquiry['emailType'],
  id: string,
): Promise<Enquiry | undefined> {
  const { data } = await supabase
    .from(getTable(emailType))
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  if (!data) return undefined;
  return emailType === 'quote'
    ? { emailType, row: quoteRow.parse(data) }
    : { emailType, row: contactRow.parse(data) };
}

/**
 * Reads what was added to a request at a time (ISO 8601) or later, oldest first; nothing if it was deleted.
 * @param supabase a client that may read enquiries
 */
export async function readAdditions(
  supabase: SupabaseClient,
  id: string,
  since: string,
): Promise<Addition[]> {
  const { data } = await supabase
    .from('quote_requests')
    .select('additions')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  const additions = z.array(addition).parse(data?.additions ?? []);
  return additions.filter(({ at }) => Date.parse(at) >= Date.parse(since));
}

/**
 * When someone last agreed to news by email; undefined without a valid consent.
 * @param supabase a client that may read consents
 */
export async function findMarketingConsent(
  supabase: SupabaseClient,
  email: string,
): Promise<string | undefined> {
  const { data } = await supabase
    .from('marketing_consents')
    .select('created_at')
    .eq('email', email.trim().toLowerCase())
    .is('withdrawn_at', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.created_at;
}

function getTable(emailType: Enquiry['emailType']): string {
  return emailType === 'quote' ? 'quote_requests' : 'contact_submissions';
}

function isSame(fields: z.ZodObject, formData: object, row: object): boolean {
  const one = new Map(Object.entries(formData));
  const other = new Map(Object.entries(row));
  return Object.keys(fields.shape).every(
    (field) => plain(one.get(field)) === plain(other.get(field)),
  );
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return String(value ?? '')
    .replace(/\r\n?/g, '\n')
    .trim();
}
