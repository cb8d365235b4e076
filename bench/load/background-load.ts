import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { minFormAgeMs, spamCheckFields } from '#app/features/enquiries/spam.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { sendRequest } from './send-request.ts';

/** Timeout of a response in milliseconds. */
const timeoutMs = 60_000;

type LoadTarget = { url: string; publishableKey: string };
type Answer = Promise<{ status: number; text: string }>;

/** The usual requests of visitors and staff; each sends one, from another client IP. */
export type BackgroundLoad = {
  contactForm: () => Answer;
  quoteForm: () => Answer;
  signIn: (account: { email: string; password: string }) => Answer;
  close: () => void;
};

/** Takes the token of the forms from a page, and waits until it may be sent. */
export async function createBackgroundLoad({
  url,
  publishableKey,
}: LoadTarget): Promise<BackgroundLoad> {
  const agent = new Agent({ keepAlive: true });
  const page = await (await fetch(`${url}/contact`)).text();
  const token =
    new RegExp(`name="${spamCheckFields.token}"[^>]*value="([^"]+)"`).exec(page)?.[1] ?? '';
  await sleep(minFormAgeMs + 100);
  let clients = 0;
  const send = (target: string, type: string, body: string, headers = {}) => {
    clients += 1;
    // Each request comes from another network, so that rate limits do not apply.
    const ip = `10.9.${(clients >> 8) & 255}.${clients & 255}`;
    const all = { 'x-forwarded-for': ip, apikey: publishableKey, 'content-type': type, ...headers };
    return sendRequest(url, { method: 'POST', target, headers: all, body }, { agent, timeoutMs });
  };
  const sendForm = (path: string, row: Record<string, unknown>) => {
    const fields = Object.entries(row).filter(([, value]) => typeof value === 'string');
    const form = new URLSearchParams([...fields.map(([name, value]) => [name, String(value)])]);
    form.set(spamCheckFields.token, token);
    const sameOrigin = { origin: url, 'sec-fetch-site': 'same-origin' };
    return send(path, 'application/x-www-form-urlencoded', form.toString(), sameOrigin);
  };
  return {
    contactForm: () => sendForm('/contact.json', newContactMessage({ subject: randomUUID() })),
    quoteForm: () =>
      sendForm('/quote-request.json', newQuoteRequest({ custom_message: randomUUID() })),
    signIn: (account) =>
      send('/auth/v1/token?grant_type=password', 'application/json', JSON.stringify(account)),
    close: () => agent.destroy(),
  };
}
