import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { type DeliveryDependencies, sendDueMails } from '../send-email/deliver.ts';

/**
 * Creates the handler of POST /functions/v1/send-due-mails, which a scheduler calls: it sends the emails
 * that are due and responds with `{sent, notSent}`, or 401 or 400 without the secret as bearer token.
 */
export function createSendDueMails(
  dependencies: DeliveryDependencies,
  secret: string,
): (request: Request) => Response | Promise<Response> {
  const app = new Hono();
  app.use(bearerAuth({ token: secret }));
  app.post('/*', async (context) => context.json(await sendDueMails(dependencies)));
  return (request) => app.fetch(request);
}
