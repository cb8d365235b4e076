import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { MailFault } from './mail-fault.ts';
import { isGivenUp, pauseAfter } from './pauses.ts';

/** How long a mail belongs to who sends it, in seconds: longer than any sending may take. */
const holdSeconds = 180;

const claimed = z.object({
  id: z.uuid(),
  lease: z.uuid(),
  /** This one included. */
  tries: z.number(),
  /** True for a try before its time, which costs none of the mail's tries. */
  is_early: z.boolean(),
  email_type: z.enum(['contact', 'quote', 'visitor_storage']),
  /** Null for an e-mail that is not about an enquiry. */
  enquiry: z.uuid().nullable(),
});

/** A mail that is this caller's to send, and nobody else's. */
export type ClaimedMail = z.infer<typeof claimed>;

/**
 * Takes mails that are due.
 * @param supabase a client with the service key, as for the other functions here
 */
export async function claimDueMails(supabase: SupabaseClient, max: number): Promise<ClaimedMail[]> {
  const { data } = await supabase
    .rpc('claim_due_mails', { max_mails: max, hold_seconds: holdSeconds })
    .throwOnError();
  return z.array(claimed).parse(data);
}

/**
 * Queues a warning to the owner if visitors' images have nearly reached their limit.
 * @returns false if they have not, or if the last warning is less than a day old
 */
export async function queueStorageWarning(supabase: SupabaseClient): Promise<boolean> {
  const { data } = await supabase.rpc('queue_storage_warning').throwOnError();
  return data === true;
}

/** Takes the mail about one of these enquiries, due or not; undefined where all have gone or are on their way. */
export async function claimMailOf(
  supabase: SupabaseClient,
  enquiries: string[],
): Promise<ClaimedMail | undefined> {
  const { data } = await supabase
    .rpc('claim_mail_of', { enquiries, hold_seconds: holdSeconds })
    .throwOnError();
  return claimed.nullable().parse(data) ?? undefined;
}

/** Notes that the mail server has the mail. */
export async function noteSent(supabase: SupabaseClient, { id }: ClaimedMail): Promise<void> {
  await supabase.rpc('note_mail_sent', { mail: id }).throwOnError();
}

/**
 * Notes why a mail did not go, and lets it wait for its next try.
 * @returns whether there is no next one
 */
export async function noteNotSent(
  supabase: SupabaseClient,
  { id, lease, tries, is_early }: ClaimedMail,
  fault: MailFault,
): Promise<boolean> {
  const givesUp = !is_early && isGivenUp(fault, tries);
  await supabase
    .rpc('note_mail_not_sent', {
      mail: id,
      held_as: lease,
      why: fault.reason,
      said: fault.detail,
      next_pause: is_early ? null : pauseAfter(fault, tries),
      gives_up: givesUp,
    })
    .throwOnError();
  return givesUp;
}
