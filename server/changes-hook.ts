import type { Hono } from 'hono';
import { z } from 'zod';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { readBytes } from '#backend/read-bytes.ts';

/** Bytes of a notice, which carries the row before and after the change. */
const noticeLimit = 1024 * 1024;

/** What the hosted platform's database webhook sends: https://supabase.com/docs/guides/database/webhooks */
const notice = z.object({ table: z.string(), schema: z.literal('public') });

/**
 * Takes the hosted platform's notices of changes, as `Authorization: Bearer {secret}`: 204 once the
 * pages of the table are dropped, 401 for a wrong secret, 400 for anything else. Without a secret
 * there is no such address.
 *
 * @param drop told the table that changed
 */
export function takeChangeNotices(
  app: Hono,
  secret: string | undefined,
  drop: (table: string) => void,
): void {
  if (!secret) return;
  app.post('/hooks/changes', async (context) => {
    if (!equalsConstantTime(context.req.header('authorization') ?? '', `Bearer ${secret}`)) {
      return context.text('Wrong secret.', 401);
    }
    const body = await readBytes(context.req.raw, noticeLimit, () => {}).catch(() => undefined);
    const parsed = notice.safeParse(parseJson(body?.toString('utf8') ?? ''));
    if (!parsed.success) return context.text('Not a notice of a change.', 400);
    drop(parsed.data.table);
    return context.body(null, 204);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
