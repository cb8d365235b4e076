import { createClient } from '@supabase/supabase-js';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { isUuid } from '#app/lib/validators.ts';
import {
  type FormGuard,
  formGuardContext,
  logContext,
  supabaseContext,
} from '#app/site/request-context.ts';
import { handleQuotePost } from './receive-answer.server.ts';

/** Posts a form to the page of a quote, and returns the answer and what the database was called with. */
async function post(body: FormData | string, answer: object = { status: 'sent' }, status = 200) {
  const calls: Record<string, unknown>[] = [];
  const fetch = async (_input: string | URL | Request, init?: RequestInit) => {
    calls.push(JSON.parse(String(init?.body)));
    return Response.json(answer, { status });
  };
  const context = new RouterContextProvider();
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  context.set(supabaseContext, client);
  context.set(logContext, { error() {} });
  const guard = {
    signClient: () => 'signed',
    receipt: (of: string) => `proof:${of.replaceAll(/\W+/g, '-')}`,
  };
  context.set(formGuardContext, guard as unknown as FormGuard);
  const request = new Request('http://localhost/quotes/t', { method: 'POST', body });
  const result = await handleQuotePost({ request, params: { token: 't' }, context });
  return { result, calls };
}

function createForm(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test('lines of a message count as one character each, as in the field', async () => {
  const body = `${'x'.repeat(4998)}\r\ny`;
  const { calls } = await post(createForm({ intent: 'message', body }));
  expect(calls).toMatchObject([{ body: `${'x'.repeat(4998)}\ny`, type: 'question' }]);
});

test('a message without an id, or with another text than a UUID, gets one', async () => {
  for (const attempt of ['', 'x']) {
    const { calls } = await post(createForm({ intent: 'message', body: 'When?', attempt }));
    expect(calls.map(({ message_id }) => isUuid(String(message_id)))).toEqual([true]);
  }
});

test.each([
  ['message', 'body', 5001, 'Please write a message of up to 5,000 characters.'],
  ['decline', 'reason', 2001, 'Please keep the reason to 2,000 characters or fewer.'],
])(
  'a text of %s that is too long gets 422 from the database, which counts it, and is returned whole',
  async (intent, name, length, message) => {
    const text = 'x'.repeat(length + 1000);
    const form = createForm({ intent, [name]: text });
    const { result, calls } = await post(form, { status: 'invalid' });
    expect(result).toMatchObject({
      init: { status: 422 },
      data: { message, values: { [name]: text } },
    });
    expect(calls).toMatchObject([{ [name]: text.slice(0, length) }]);
  },
);

test('a changed message whose first version was stored is returned to be sent again', async () => {
  const form = createForm({ intent: 'message', body: 'When, and how?' });
  const { result } = await post(form, { status: 'already_sent' });
  expect(result).toMatchObject({
    init: { status: 409 },
    data: { values: { body: 'When, and how?' } },
  });
});

test.each(['too_many_messages', 'too_many_messages_this_hour'])(
  'a message that is answered %s is returned, with the way to call',
  async (status) => {
    const { result } = await post(createForm({ intent: 'message', body: 'When?' }), { status });
    expect(result).toMatchObject({
      data: { message: expect.stringMatching(/call us\.$/), values: { body: 'When?' } },
    });
  },
);

test.each([
  [
    'message',
    { body: 'When?' },
    { status: 'sent' },
    'done=message&receipt=proof%3A-quotes-t-message#messages',
  ],
  [
    'stop',
    {},
    { status: 'stopped' },
    'done=reminders&receipt=proof%3A-quotes-t-reminders#reminders',
  ],
  [
    'decline',
    {},
    { status: 'declined' },
    'done=declined&receipt=proof%3A-quotes-t-declined#outcome',
  ],
  [
    'accept',
    { name: 'Ann Fielder', consent: 'I agree.' },
    { status: 'accepted', version: 1, total: 100, hash: 'a1' },
    'done=accepted&receipt=proof%3A-quotes-t-accepted#outcome',
  ],
])('%s that succeeds redirects to the page with a receipt', async (intent, fields, answer, end) => {
  const { result } = await post(createForm({ intent, ...fields }), answer);
  expect(result).toMatchObject({ status: 303 });
  expect((result as Response).headers.get('location')).toBe(`/quotes/t?${end}`);
});

test('a body that is not a form gets 400', async () => {
  await expect(post('text')).rejects.toMatchObject({ status: 400 });
});

test('a message that a lock refuses gets 503, and is the same message when it is sent again', async () => {
  const attempt = crypto.randomUUID();
  const form = createForm({ intent: 'message', body: 'When?', attempt });
  // As hosted Supabase answers: PostgREST has no status for this code.
  const locked = { code: '55P03', message: 'canceling statement due to lock timeout' };
  const { result } = await post(form, locked, 500);
  expect(result).toMatchObject({
    init: { status: 503 },
    data: { messageId: attempt, values: { body: 'When?' } },
  });
});
