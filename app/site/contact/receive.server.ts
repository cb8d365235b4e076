import { insertContactSubmission } from '#app/data/contact-submissions.ts';
import { isUnavailable } from '#app/data/errors.ts';
import type { FormGuard } from '#app/data/form-guard-context.ts';
import type { Log } from '#app/data/log-context.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { contactForm } from '#app/domain/enquiries/contact-form.ts';
import { contactMessages } from '#app/domain/enquiries/contact-messages.ts';
import { fieldErrors } from '#app/domain/form-fields.ts';
import {
  notifyOwner,
  storeMarketingConsent,
  textFields,
  tooManyForms,
} from '#app/site/forms/received-form.server.ts';
import type { Submission } from '#app/site/forms/submission.ts';

const sent: Submission = { sent: true, message: contactMessages.success, notices: [] };

/** Checks a contact message, stores it with what its traps have found, and tells the owner. Never throws. */
export async function receiveContact(
  form: FormData,
  client: Client,
  guard: FormGuard,
  log: Log,
): Promise<Submission> {
  const values = textFields(form);
  const refused = { sent: false as const, errors: {}, values, pictures: [], notices: [] };

  const wait = await guard.admit();
  if (wait > 0) return { ...refused, ...tooManyForms(wait) };

  const checked = contactForm.safeParse(values);
  if (!checked.success) return { ...refused, errors: fieldErrors(checked.error) };

  const row = { ...checked.data, phone: checked.data.phone || null };
  try {
    const reasons = await guard.inspect(form);
    const signed = { email: row.email, words: row.message };
    const verdict = guard.sign('contact_submissions', signed, reasons);
    await insertContactSubmission(client, row, verdict);
    // A machine that ticks every box has agreed to nothing.
    if (reasons.length === 0) {
      await storeMarketingConsent(client, values, { email: row.email, source: 'contact' }, log);
    }
  } catch (error) {
    log.error({ err: error }, 'A contact message could not be stored');
    const unavailable = isUnavailable(error);
    return { ...refused, message: contactMessages.failure, unavailable };
  }
  await notifyOwner(client, 'contact', row, log);
  return sent;
}
