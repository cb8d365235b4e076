import { platformParts } from '../send-email/platform.ts';
import { createSendDueMails } from './handler.ts';

// On the hosted platform only: called by its scheduler, see docs/operations.md. One more secret than
// send-email has: OUTBOX_SECRET.

const secret = Deno.env.get('OUTBOX_SECRET');
if (!secret) throw new Error('Set the secret OUTBOX_SECRET.');

// biome-ignore lint/suspicious/noConsole: the console is the platform's log
const parts = platformParts((name) => Deno.env.get(name), console.error);
Deno.serve(createSendDueMails(parts, secret));
