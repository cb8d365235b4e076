import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { handleInvalidationWebhook } from './invalidation-webhook.ts';

function open(secret?: string) {
  const app = new Hono();
  const invalidated: string[] = [];
  handleInvalidationWebhook(app, secret, (table) => invalidated.push(table));
  const post = async (body: string, authorization?: string) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    return (await app.request('/hooks/changes', { method: 'POST', body, headers })).status;
  };
  return { invalidated, post };
}

const payload = JSON.stringify({
  type: 'UPDATE',
  table: 'shed_listings',
  schema: 'public',
  record: { id: 1 },
  old_record: { id: 1 },
});

test('POST /hooks/changes invalidates the table of its payload', async () => {
  const { invalidated, post } = open('s3cret');
  expect(await post(payload, 'Bearer s3cret')).toBe(204);
  expect(invalidated).toEqual(['shed_listings']);
});

test.each([undefined, 'Bearer wrong', 's3cret', 'Bearer s3cret '.repeat(2)])(
  'Authorization: %s gets 401',
  async (authorization) => {
    const { invalidated, post } = open('s3cret');
    expect(await post(payload, authorization)).toBe(401);
    expect(invalidated).toEqual([]);
  },
);

test.each(['', '[]', '{"table":7,"schema":"public"}', '{"table":"users","schema":"auth"}'])(
  'the body %s gets 400',
  async (body) => {
    const { invalidated, post } = open('s3cret');
    expect(await post(body, 'Bearer s3cret')).toBe(400);
    expect(invalidated).toEqual([]);
  },
);

test('POST /hooks/changes without a secret gets 404', async () => {
  expect(await open().post(payload, 'Bearer undefined')).toBe(404);
});
