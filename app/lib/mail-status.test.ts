import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from './database.types.ts';
import { isMailConfigured } from './mail-status.ts';

/** Calls it while the functions answer like this. */
function call(status: number, body: object) {
  const urls: string[] = [];
  const client = createClient<Database>('https://project.supabase.co', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        urls.push(`${init?.method} ${input}`);
        return Response.json(body, { status });
      },
    },
  });
  return { urls, answer: isMailConfigured(client) };
}

test.each([true, false])("isMailConfigured returns the function's answer: %s", async (answer) => {
  const called = call(200, { isMailConfigured: answer });
  expect(await called.answer).toBe(answer);
  expect(called.urls).toEqual(['GET https://project.supabase.co/functions/v1/send-email/status']);
});

test('isMailConfigured is false if the platform has no such function', async () => {
  const body = { code: 'NOT_FOUND', message: 'Requested function was not found' };
  expect(await call(404, body).answer).toBe(false);
});

test('isMailConfigured rejects if the function fails', async () => {
  await expect(call(503, { code: 'BOOT_ERROR' }).answer).rejects.toThrow();
});
