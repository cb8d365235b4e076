import { sendDueMails } from './deliver.ts';
import { createSendEmail } from './handler.ts';
import { createPlatformDependencies } from './platform.ts';

// The entry point on the hosted platform; elsewhere backend/functions serves the same handler. No
// process of ours runs there, so each call also sends what is due, after its response.

/** A global of the platform's runtime. */
declare const EdgeRuntime: { waitUntil(promise: Promise<unknown>): void };

// biome-ignore lint/suspicious/noConsole: the console is the platform's log
const log = console.error;
const dependencies = createPlatformDependencies((name) => Deno.env.get(name), log);
const sendEmail = createSendEmail(dependencies);

Deno.serve(async (request) => {
  const response = await sendEmail(request);
  EdgeRuntime.waitUntil(sendDueMails(dependencies).catch(log));
  return response;
});
