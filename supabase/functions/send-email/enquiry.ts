import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';

const text = z.string().max(10_000);
const optionalText = text.nullish();
const email = z.string().trim().max(254).regex(z.regexes.email);

const contactFields = z.object({
  name: text,
  email,
  phone: optionalText,
  subject: optionalText,
  message: text,
});

const quoteFields = z.object({
  customer_name: text,
  email,
  phone: optionalText,
  project_type: text,
  material_type: optionalText,
  color: optionalText,
  size: optionalText,
  shed_style: optionalText,
  description: text,
  budget_range: optionalText,
  timeline: optionalText,
  custom_message: optionalText,
  inspiration_images: z.array(z.string().max(200)).max(20).nullish(),
});

/** What the forms post: their fields and which form it is. */
export const enquiryCall = z.discriminatedUnion('emailType', [
  z.object({ emailType: z.literal('contact'), formData: contactFields }),
  z.object({ emailType: z.literal('quote'), formData: quoteFields }),
]);

const stored = { id: z.uuid(), created_at: z.string(), is_spam: z.boolean() };
const contactRow = contactFields.extend(stored);
const quoteRow = quoteFields.extend(stored);

/** A submission as the database has it. */
export type Enquiry =
  | { emailType: 'contact'; row: z.infer<typeof contactRow> }
  | { emailType: 'quote'; row: z.infer<typeof quoteRow> };

const hour = 3_600_000;

/**
 * Finds what was posted among the newest submissions of its e-mail address within the last hour:
 * every field has to be the same, but for space around it and the kind of line ends.
 *
 * @param supabase a client that may read submissions
 * @returns the newest first; none where nothing of the kind is stored
 */
export async function findStored(
  supabase: SupabaseClient,
  { emailType, formData }: z.infer<typeof enquiryCall>,
): Promise<Enquiry[]> {
  const { data } = await supabase
    .from(tableOf(emailType))
    .select('*')
    .eq('email', formData.email)
    .gte('created_at', new Date(Date.now() - hour).toISOString())
    .order('created_at', { ascending: false })
    .limit(20)
    .throwOnError();
  return emailType === 'quote'
    ? data
        .filter((row) => isSame(quoteFields, formData, row))
        .map((row) => ({ emailType, row: quoteRow.parse(row) }))
    : data
        .filter((row) => isSame(contactFields, formData, row))
        .map((row) => ({ emailType, row: contactRow.parse(row) }));
}

/**
 * Reads one submission; undefined where it is gone.
 * @param supabase a client that may read submissions
 */
export async function readEnquiry(
  supabase: SupabaseClient,
  emailType: Enquiry['emailType'],
  id: string,
): Promise<Enquiry | undefined> {
  const { data } = await supabase
    .from(tableOf(emailType))
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
 * When somebody agreed to news by e-mail last; undefined where they have not, or have taken it back.
 * @param supabase a client that may read consents
 */
export async function findNewsConsent(
  supabase: SupabaseClient,
  email: string,
): Promise<string | undefined> {
  const { data } = await supabase
    .from('news_consents')
    .select('created_at')
    .eq('email', email.trim().toLowerCase())
    .is('withdrawn_at', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.created_at;
}

function tableOf(emailType: Enquiry['emailType']): string {
  return emailType === 'quote' ? 'quote_requests' : 'contact_submissions';
}

function isSame(fields: z.ZodObject, posted: object, row: object): boolean {
  const one = new Map(Object.entries(posted));
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
