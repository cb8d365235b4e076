import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';

/** The fields of both forms, with one schema for texts and one for the e-mail address. */
function fieldsOf(text: z.ZodString, email: z.ZodString) {
  const optionalText = text.nullish();
  return {
    contact: z.object({
      name: text,
      email,
      phone: optionalText,
      subject: optionalText,
      message: text,
    }),
    quote: z.object({
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
      inspiration_images: z.array(text).max(20).nullish(),
    }),
  };
}

const posted = fieldsOf(z.string().max(10_000), z.string().trim().max(254).regex(z.regexes.email));
// The database takes what these schemas do not; its mail goes all the same.
const stored = fieldsOf(z.string(), z.string());

/** What the forms post: their fields and which form it is. */
export const enquiryCall = z.discriminatedUnion('emailType', [
  z.object({ emailType: z.literal('contact'), formData: posted.contact }),
  z.object({ emailType: z.literal('quote'), formData: posted.quote }),
]);

const added = { id: z.uuid(), created_at: z.string(), is_spam: z.boolean() };
const contactRow = stored.contact.extend(added);
const quoteRow = stored.quote.extend(added);

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
        .filter((row) => isSame(posted.quote, formData, row))
        .map((row) => ({ emailType, row: quoteRow.parse(row) }))
    : data
        .filter((row) => isSame(posted.contact, formData, row))
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

/**
 * Whether a text is one e-mail address and nothing that a mail header reads otherwise: no list, group,
 * quoted part or comment (RFC 5322, 3.4).
 */
export function isPlainEmail(text: string): boolean {
  return text.length <= 254 && z.regexes.email.test(text);
}

function tableOf(emailType: Enquiry['emailType']): string {
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
