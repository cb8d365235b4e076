import type { SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { createSendEmail } from '../../supabase/functions/send-email/handler.ts';
import type { Mailer } from './mailer.ts';

/**
 * The functions service, without its prefix. Like the hosted platform with `verify_jwt = false`, it
 * asks for no key: the function itself holds to what is stored.
 *
 * @param serviceClient reads submissions and counts rate limits
 * @param mail `to` is the owner's address; the one in business_settings where it is undefined
 * @param siteUrl the website's address, for the mails' links
 */
export function createFunctions({
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
}): Hono {
  const sendEmail = createSendEmail({
    supabase: serviceClient,
    send: mailer.send,
    ownerAddress: mail.to,
    adminUrl: `${siteUrl}/admin`,
    addressOf: ({ headers }) => headers.get('x-ridgeline-address') ?? undefined,
    report: (error) => logger.error({ error }, "The owner's mail could not be sent"),
  });
  const app = new Hono();
  app.all('/send-email', (context) => sendEmail(context.req.raw));
  app.all('/*', (context) =>
    context.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404),
  );
  return app;
}
