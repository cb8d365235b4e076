import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addTestStaff,
  startTestService,
  type TestService,
} from '#backend/auth/testing/auth-service.ts';

const account = { email: 'owner@example.com', password: 'correct horse' };
let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  await addTestStaff(service.database, account);
  const { data } = await service.newClient().auth.signInWithPassword(account);
  token = data.session?.access_token ?? '';
}, 60_000);
afterAll(() => service.stop());

const send = async (method: string, path: string, body?: string, headers = {}) => {
  const answer = await service.request(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
};

const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '{}',
  '{"email":{}}',
  '{"email":7,"password":[]}',
  '{"email":"a\\u0000@example.com","password":"\\u0000"}',
  '{"email":"\\ud800@example.com","password":"\\ud800"}',
  '{"refresh_token":{}}',
  '{"refresh_token":null}',
  '{"type":"recovery"}',
  '{"type":[],"token_hash":{}}',
  '{"type":"recovery","token_hash":"\\u0000\\ud800"}',
  '{"type":"sms","phone":"1","token":"1"}',
  '{"data":7}',
  `{"data":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
  '{"data":{"a":"\\u0000"}}',
  '{"data":{"a":"\\ud800"}}',
  '{"password":{}}',
  '{"__proto__":{"a":1}}',
];
const endpoints = [
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/recover'],
  ['POST', '/verify'],
  ['PUT', '/user'],
] as const;

test.each(endpoints)(
  '%s %s rejects invalid bodies with a code and a message, never with 500',
  async (method, path) => {
    for (const body of bodies) {
      const answer = await send(method, path, body, { 'x-ridgeline-network': body });
      if (method === 'PUT' && answer.status === 200) continue;
      expect([400, 403, 422], body).toContain(answer.status);
      expect(answer.body).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/./),
      });
    }
  },
);

test('POST /token rejects invalid JSON with bad_json', async () => {
  const answer = await send('POST', '/token?grant_type=password', '{');
  expect([answer.status, answer.body.code]).toEqual([400, 'bad_json']);
});

test('errors have the X-Supabase-Api-Version header of their format', async () => {
  const { headers, body } = await send('POST', '/token?grant_type=password', '{}');
  expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(body).toEqual({ code: 'validation_failed', message: expect.any(String) });
});

test('PUT /user rejects a body above 64 KiB with 413', async () => {
  const large = JSON.stringify({ data: { text: 'x'.repeat(70_000) } });
  const answer = await send('PUT', '/user', large);
  expect([answer.status, answer.body.code]).toEqual([413, 'request_entity_too_large']);
});

test('POST /signup is rejected with signup_disabled, and GET /settings reports it', async () => {
  const { error } = await service.newClient().auth.signUp(account);
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
  expect((await service.newClient().auth.signInAnonymously()).error?.code).toBe('signup_disabled');
  expect((await send('GET', '/settings')).body).toMatchObject({
    disable_signup: true,
    external: { email: true },
  });
  expect((await send('GET', '/health')).status).toBe(200);
});

test('phone, PKCE and magic links are rejected', async () => {
  const auth = service.newClient().auth;
  const phone = await auth.signInWithPassword({ phone: '15195550100', password: 'x' });
  expect(phone.error).toMatchObject({ status: 422, code: 'phone_provider_disabled' });
  const grant = await send('POST', '/token?grant_type=pkce', '{}');
  expect([grant.status, grant.body.message]).toEqual([400, 'unsupported_grant_type']);
  const magic = await auth.signInWithOtp({ email: account.email });
  expect(magic.error).toMatchObject({ status: 404, code: 'not_found' });
  const link = await send('GET', '/verify?type=magiclink&token=x');
  expect(link.headers.get('location')).toContain('error_code=validation_failed');
});

test('resetPasswordForEmail with PKCE is rejected with a message', async () => {
  const client = createClient('https://shop.example', service.keys.publishableKey, {
    auth: { flowType: 'pkce', persistSession: false },
    global: {
      fetch: (input, init) =>
        service.request(String(input).slice('https://shop.example/auth/v1'.length), init),
    },
  });
  const { error } = await client.auth.resetPasswordForEmail(account.email);
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(error?.message).toContain('PKCE');
});

test('every endpoint but the open ones requires an API key', async () => {
  for (const [method, path] of [...endpoints, ['GET', '/settings'], ['POST', '/signup']]) {
    const answer = await service.request(path ?? '', {
      method: method ?? '',
      headers: { apikey: 'sb_publishable_unknown' },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'invalid_api_key']);
  }
});

test('an unknown path and a wrong method return 404', async () => {
  expect((await send('GET', '/admin/users')).status).toBe(404);
  expect((await send('DELETE', '/user')).status).toBe(404);
});

test('a database error returns 500 without its details', async () => {
  const broken = await startTestService();
  await broken.stop();
  const answer = await broken.request('/recover', {
    method: 'POST',
    body: JSON.stringify({ email: account.email }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    },
  ]);
}, 60_000);
