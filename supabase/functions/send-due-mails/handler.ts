import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { Client } from '#app/lib/client.ts';
import { type DeliveryDependencies, sendDueMails } from '../send-email/deliver.ts';
import { removeExpiredDaily } from './remove-expired.ts';

/**
 * Creates the handler of POST /functions/v1/send-due-mails, which a scheduler calls: it sends the emails
 * that are due, once a day also deletes what has expired, and responds with `{sent, notSent}`, or 401 or
 * 400 without the secret as bearer token.
 */
export function createSendDueMails(
  dependencies: DeliveryDependencies,
  secret: string,
): (request: Request) => Response | Promise<Response> {
  const app = new Hono();
  app.use(bearerAuth({ token: secret }));
  app.post('/*', async (context) => {
    const counts = await sendDueMails(dependencies);
    await removeExpired(dependencies);
    return context.json(counts);
  });
  return (request) => app.fetch(request);
}

async function removeExpired({ supabase, reportDocumentError }: DeliveryDependencies) {
  try {
    await removeExpiredDaily(supabase as Client, new Date(), (error) =>
      reportDocumentError('Retention: image deletion failed', error),
    );
  } catch (error) {
    reportDocumentError('Retention failed, retry scheduled', error);
  }
}
