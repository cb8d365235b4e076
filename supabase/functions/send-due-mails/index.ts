import { createPlatformDependencies } from '../send-email/platform.ts';
import { createSendDueMails } from './handler.ts';

// Called by the hosted platform's scheduler, see docs/operations.md. It needs the secret OUTBOX_SECRET, too.

const secret = Deno.env.get('OUTBOX_SECRET');
if (!secret) throw new Error('Set the secret OUTBOX_SECRET.');

// biome-ignore lint/suspicious/noConsole: the console is the platform's log
const dependencies = createPlatformDependencies((name) => Deno.env.get(name), console.error);
Deno.serve(createSendDueMails(dependencies, secret));
