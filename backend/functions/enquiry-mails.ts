import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { SendEmailParts } from '../../supabase/functions/send-email/handler.ts';
import type { Mailer } from './mailer.ts';

/**
 * What the mails about enquiries are sent with in this process.
 *
 * @param serviceClient reads submissions, counts rate limits, keeps the outbox
 * @param mail `to` is the owner's address; the one in business_settings where it is undefined
 * @param siteUrl the website's address, for the mails' links
 */
export function enquiryMails({
  serviceClient,
  mailer,
  mail,
  siteUrl,
  logger,
}: {
  serviceClient: SupabaseClient;
  mailer: Mailer;
  mail: { to: string | undefined };
  siteUrl: string;
  logger: Logger;
}): SendEmailParts {
  return {
    supabase: serviceClient,
    send: mailer.send,
    ownerEmail: mail.to,
    adminUrl: `${siteUrl}/admin`,
    inFlight: new Set(),
    getClientIp: ({ headers }) => headers.get('x-ridgeline-address') ?? undefined,
    report: (error) => logger.error({ error }, "The owner's mail could not be sent"),
    reportStorageWarning: () =>
      logger.warn(
        "Visitors' images take 90 % of their limit or more: the owner is warned by e-mail",
      ),
    reportError: ({ reason, detail }, { id, isFinal }, error) => {
      // A fault of ours is told with its stack; what a mail server says may hold addresses.
      const told = reason === 'unexpected' ? { error: error ?? detail } : {};
      if (isFinal) logger.error({ mail: id, reason, ...told }, 'A mail to the owner is given up');
      else logger.warn({ mail: id, reason, ...told }, 'A mail to the owner has to wait');
    },
  };
}
