import type { Hono } from 'hono';
import { z } from 'zod';
import { parseJson } from '#app/lib/parse-json.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { readBytes } from '#backend/request-body.ts';

const maxBodyBytes = 1024 * 1024;

/** https://supabase.com/docs/guides/database/webhooks */
const payload = z.object({ table: z.string(), schema: z.literal('public') });

export function handleInvalidationWebhook(
  app: Hono,
  secret: string | undefined,
  invalidate: (table: string) => void,
): void {
  if (!secret) return;
  app.post('/hooks/changes', async (context) => {
    if (!equalsConstantTime(context.req.header('authorization') ?? '', `Bearer ${secret}`)) {
      return context.text('Wrong secret.', 401);
    }
    const body = await readBytes(context.req.raw, maxBodyBytes, () => {}).catch(() => undefined);
    const parsed = payload.safeParse(parseJson(body?.toString('utf8') ?? ''));
    if (!parsed.success) return context.text('Not a valid change notification.', 400);
    invalidate(parsed.data.table);
    return context.body(null, 204);
  });
}
