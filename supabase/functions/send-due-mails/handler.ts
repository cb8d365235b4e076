import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { type DeliveryParts, sendDueMails } from '../send-email/deliver.ts';

/**
 * Makes the function behind POST /functions/v1/send-due-mails, for a scheduler: it sends the mails
 * of the outbox that are due and answers `{sent, notSent}`. Without `Authorization: Bearer` and the
 * secret: 401 or 400.
 *
 * @param secret what the scheduler proves itself with
 */
export function createSendDueMails(
  parts: DeliveryParts,
  secret: string,
): (request: Request) => Response | Promise<Response> {
  const app = new Hono();
  app.use(bearerAuth({ token: secret }));
  app.post('/*', async (context) => context.json(await sendDueMails(parts)));
  return (request) => app.fetch(request);
}
