import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { takeChangeNotices } from './changes-hook.ts';

function open(secret?: string) {
  const app = new Hono();
  const dropped: string[] = [];
  takeChangeNotices(app, secret, (table) => dropped.push(table));
  const post = async (body: string, authorization?: string) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    return (await app.request('/hooks/changes', { method: 'POST', body, headers })).status;
  };
  return { dropped, post };
}

const notice = JSON.stringify({
  type: 'UPDATE',
  table: 'shed_listings',
  schema: 'public',
  record: { id: 1 },
  old_record: { id: 1 },
});

test('drops the pages of the table that a notice names', async () => {
  const { dropped, post } = open('s3cret');
  expect(await post(notice, 'Bearer s3cret')).toBe(204);
  expect(dropped).toEqual(['shed_listings']);
});

test.each([undefined, 'Bearer wrong', 's3cret', 'Bearer s3cret '.repeat(2)])(
  'refuses the authorization %s',
  async (authorization) => {
    const { dropped, post } = open('s3cret');
    expect(await post(notice, authorization)).toBe(401);
    expect(dropped).toEqual([]);
  },
);

test.each(['', '[]', '{"table":7,"schema":"public"}', '{"table":"users","schema":"auth"}'])(
  'refuses the body %s',
  async (body) => {
    const { dropped, post } = open('s3cret');
    expect(await post(body, 'Bearer s3cret')).toBe(400);
    expect(dropped).toEqual([]);
  },
);

test('has no such address without a secret', async () => {
  expect(await open().post(notice, 'Bearer undefined')).toBe(404);
});
