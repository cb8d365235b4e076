import { Hono } from 'hono';
import {
  createSendEmail,
  type SendEmailParts,
} from '../../supabase/functions/send-email/handler.ts';

/**
 * The functions service, without its prefix. Like the hosted platform with `verify_jwt = false`, it
 * asks for no key: the function itself holds to what is stored.
 */
export function createFunctions(parts: SendEmailParts): Hono {
  const sendEmail = createSendEmail(parts);
  const app = new Hono();
  app.all('/send-email', (context) => sendEmail(context.req.raw));
  app.all('/*', (context) =>
    context.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404),
  );
  return app;
}
