import { insertContactSubmission } from '#app/data/contact-submissions.ts';
import type { Log } from '#app/data/log-context.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { contactForm, contactMessages } from '#app/domain/contact-form.ts';
import { fieldErrors } from '#app/domain/form-fields.ts';
import { notifyOwner, textFields } from '#app/site/forms/received-form.server.ts';
import type { Submission } from '#app/site/forms/submission.ts';

const sent: Submission = { sent: true, message: contactMessages.success, notices: [] };

/** Checks a contact message, stores it, and tells the owner. Never throws. */
export async function receiveContact(
  form: FormData,
  client: Client,
  log: Log,
): Promise<Submission> {
  const values = textFields(form);
  const refused = { sent: false as const, errors: {}, values, pictures: [], notices: [] };

  const checked = contactForm.safeParse(values);
  if (!checked.success) return { ...refused, errors: fieldErrors(checked.error) };

  const row = { ...checked.data, phone: checked.data.phone || null };
  try {
    await insertContactSubmission(client, row);
  } catch (error) {
    log.error({ err: error }, 'A contact message could not be stored');
    return { ...refused, message: contactMessages.failure };
  }
  await notifyOwner(client, 'contact', row, log);
  return sent;
}
