import type { Log } from '#app/data/log-context.ts';
import { insertNewsConsent, type NewsSource } from '#app/data/news-consents.ts';
import { sendEmail } from '#app/data/send-email.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { counted } from '#app/domain/counted.ts';
import { agreedWording, newsField } from '#app/domain/news-consent.ts';

/** How long a visitor waits for the owner's e-mail to leave, in milliseconds. */
const emailPatience = 4000;

/** Of all names and texts of a form: a form that is not stored comes back with them, in a page. */
const maxTextLength = 100_000;

/** The fields of a posted form. Throws a 400 answer where the body is none, and 413 for too much text. */
export async function postedForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response('This form could not be read.', { status: 400 });
  });
  let length = 0;
  for (const [name, value] of form) {
    length += name.length + (typeof value === 'string' ? value : value.name).length;
  }
  if (length > maxTextLength) {
    throw new Response('These texts are too long to send together.', { status: 413 });
  }
  return form;
}

/** What is said where the visitor's network has sent too many forms; the wait in seconds. */
export function tooManyForms(wait: number): { message: string; retryAfter: number } {
  const minutes = counted(Math.ceil(wait / 60), 'minute');
  return {
    message: `Too many forms have come from your network. Please try again in ${minutes}, or call us directly.`,
    retryAfter: wait,
  };
}

/** The text fields of a form that was posted, each once. */
export function textFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] ??= value;
  }
  return fields;
}

/** The row that is stored: what was left empty is null. */
export function emptyAsNull<Values extends Record<string, string>>(values: Values) {
  const row: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(values)) row[name] = value || null;
  return row as { [Name in keyof Values]: string | null };
}

/**
 * Keeps the consent to news where the visitor has ticked the box. A failure is logged and nothing
 * else: what they wanted to say has been stored, and without a consent no news is sent.
 * @param values the form's text fields
 */
export async function keepNewsConsent(
  client: Client,
  values: Record<string, string>,
  from: { email: string; source: NewsSource },
  log: Log,
): Promise<void> {
  const wording = agreedWording(values[newsField]);
  if (!wording) return;
  try {
    await insertNewsConsent(client, { ...from, wording });
  } catch (error) {
    log.error({ err: error }, 'A consent to news could not be stored');
  }
}

/** Sends the owner's e-mail about a stored row. A failure is logged and nothing else. */
export async function notifyOwner(
  client: Client,
  emailType: 'contact' | 'quote',
  row: object,
  log: Log,
): Promise<void> {
  const sending = sendEmail(client, emailType, row).catch((error: unknown) => {
    log.error(
      { err: error, emailType },
      error instanceof Error ? error.message : 'Failed to send email',
    );
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, emailPatience);
  await Promise.race([sending, promise]);
  clearTimeout(timer);
}
