import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { minFormAgeMs, spamCheckFields } from '#app/domain/enquiries/spam.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { sendRequest } from './send-request.ts';

/** Timeout of a response in milliseconds. */
const timeoutMs = 60_000;

type LoadTarget = { url: string; publishableKey: string };
type Answer = Promise<{ status: number; text: string }>;

/** The usual requests of visitors and staff; each call sends one, from another client IP. */
export type BackgroundLoad = {
  contactForm: () => Answer;
  quoteForm: () => Answer;
  /** A contact form without a name. */
  invalidForm: () => Answer;
  /** Signs in, and remembers the session for `asStaff`. */
  signIn: (account: { email: string; password: string }) => Answer;
  /** Sends a request with the session of the latest sign-in. */
  asStaff: (method: string, target: string, body?: object) => Answer;
  /** Sends a request with the publishable key alone. */
  asVisitor: (method: string, target: string, body?: Uint8Array | object) => Answer;
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
  let accessToken = '';
  let clients = 0;
  const send = (
    method: string,
    target: string,
    type: string,
    body?: string | Uint8Array,
    headers = {},
  ) => {
    clients += 1;
    // Each request comes from another network, so that rate limits do not apply.
    const ip = `10.9.${(clients >> 8) & 255}.${clients & 255}`;
    const all = { 'x-forwarded-for': ip, apikey: publishableKey, 'content-type': type, ...headers };
    const request = { method, target, headers: all, ...(body === undefined ? {} : { body }) };
    return sendRequest(url, request, { agent, timeoutMs });
  };
  const sendForm = (path: string, row: Record<string, unknown>) => {
    const fields = Object.entries(row).filter(([, value]) => typeof value === 'string');
    const form = new URLSearchParams([...fields.map(([name, value]) => [name, String(value)])]);
    form.set(spamCheckFields.token, token);
    const sameOrigin = { origin: url, 'sec-fetch-site': 'same-origin' };
    return send('POST', path, 'application/x-www-form-urlencoded', form.toString(), sameOrigin);
  };
  const sendJson = (method: string, target: string, body: object | undefined, headers = {}) =>
    send(method, target, 'application/json', body && JSON.stringify(body), headers);
  return {
    contactForm: () => sendForm('/contact.json', newContactMessage({ subject: randomUUID() })),
    quoteForm: () =>
      sendForm('/quote-request.json', newQuoteRequest({ custom_message: randomUUID() })),
    invalidForm: () => sendForm('/contact.json', newContactMessage({ name: '' })),
    signIn: async (account) => {
      const answer = await sendJson('POST', '/auth/v1/token?grant_type=password', account);
      if (answer.status === 200) accessToken = JSON.parse(answer.text).access_token;
      return answer;
    },
    asStaff: (method, target, body) =>
      sendJson(method, target, body, { authorization: `Bearer ${accessToken}` }),
    asVisitor: (method, target, body) =>
      body instanceof Uint8Array
        ? send(method, target, 'image/jpeg', body)
        : sendJson(method, target, body),
    close: () => agent.destroy(),
  };
}
