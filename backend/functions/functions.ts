import type { SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { getNetwork } from '#backend/client-network.ts';
import {
  createSendEmail,
  type SendEmailDependencies,
} from '../../supabase/functions/send-email/handler.ts';
import type { Mailer } from './mailer.ts';

/**
 * The functions service, without its prefix. Like the hosted platform with `verify_jwt = false`, it
 * requires no key, because the function sends only stored rows.
 */
export function createFunctions(dependencies: SendEmailDependencies): Hono {
  const sendEmail = createSendEmail(dependencies);
  const app = new Hono();
  for (const path of ['/send-email', '/send-email/status']) {
    app.all(path, (context) => sendEmail(context.req.raw));
  }
  app.all('/*', (context) =>
    context.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404),
  );
  return app;
}

/**
 * Creates the dependencies of send-email in this process.
 *
 * @param readRecipients who gets the owner's emails; by default the address in business_settings
 * @param siteUrl the website's URL, for the links in mails
 */
export function createSendEmailDependencies({
  serviceClient,
  mailer,
  readRecipients,
  siteUrl,
  getDesignImage,
  logger,
}: {
  serviceClient: SupabaseClient;
  mailer: Mailer;
  readRecipients: SendEmailDependencies['readRecipients'];
  siteUrl: string;
  getDesignImage?: SendEmailDependencies['getDesignImage'];
  logger: Logger;
}): SendEmailDependencies {
  return {
    supabase: serviceClient,
    send: mailer.send,
    isMailConfigured: mailer.hasServer,
    readRecipients,
    adminUrl: `${siteUrl}/admin`,
    getDesignImage,
    inFlight: new Set(),
    getClientIp: (request) => getNetwork(request) || undefined,
    report: (error) => logger.error({ error }, 'Email function failed'),
    reportStorageWarning: () =>
      logger.warn('Visitor image storage reached 90% of its limit, owner warned by email'),
    reportDocumentError: (message, error) => logger.error({ error }, message),
    reportError: ({ reason, detail }, { id, isFinal }, error) => {
      // Our own errors are logged with their stack. A mail server's answer is not logged, because
      // it may contain email addresses.
      const logged = reason === 'unexpected' ? { error: error ?? detail } : {};
      if (isFinal)
        logger.error({ mail: id, reason, ...logged }, 'Outbox email failed, no retries left');
      else logger.warn({ mail: id, reason, ...logged }, 'Outbox email failed, retry scheduled');
    },
  };
}
