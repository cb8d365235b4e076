import type { MailConfiguration } from '#backend/mail/mail-settings.ts';

/** Returns a configuration that never changes; without a URL there is no mail server. */
export function configureByUrl(
  smtpUrl: string | undefined,
  from: string,
): () => Promise<MailConfiguration> {
  return async () => ({ connect: smtpUrl ? async () => ({ url: smtpUrl }) : undefined, from });
}
