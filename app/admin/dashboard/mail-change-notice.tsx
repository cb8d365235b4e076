import { useQuery } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { localItems } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { endSentence } from '#app/lib/text.ts';
import { z } from '#app/lib/zod.ts';
import { Button } from '#app/ui/button.tsx';
import { useAccount, useAdminClient } from '../session.ts';

// Staff are also told by email, but the first mail server is the only one that can send that email, and whoever entered it
// decides who gets it. The activity log can't be changed that way.

const shownDays = 30;
const seenKey = (userId: string) => `mail-server-change-seen:${userId}`;

type MailServerChange = { id: number; occurred_at: string; actor_email: string | null };

const inserted = z.object({ host: z.string().nullable() });

/** The newest change of the mail server in the last 30 days; null without one. */
export async function readMailServerChange(client: Client): Promise<MailServerChange | null> {
  const since = new Date(Date.now() - shownDays * 86_400_000).toISOString();
  const { data } = await client
    .from('audit_entries')
    .select('id, occurred_at, actor_email, action, after')
    .eq('table_name', 'private.mail_settings')
    // `columns` is a parameter of PostgREST itself, so that the filter stands in `or`.
    .or('columns.ov.{host,port,security,user_name,password}')
    .gte('occurred_at', since)
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  // The first entry names every column, also of settings without a mail server.
  const isWithout = data?.action === 'insert' && !inserted.safeParse(data.after).data?.host;
  return isWithout ? null : data;
}

/** Tells each person on the dashboard, until they close it, who changed the mail server. */
export function MailChangeNotice() {
  const client = useAdminClient();
  const { user } = useAccount();
  const { data: change } = useQuery({
    queryKey: ['mail-server-change'],
    queryFn: () => readMailServerChange(client),
  });
  const [seen, setSeen] = useState(() => localItems.getItem(seenKey(user.id)));
  if (!change || String(change.id) === seen) return null;
  return (
    <MailChangeBanner
      change={change}
      onClose={() => {
        localItems.setItem(seenKey(user.id), String(change.id));
        setSeen(String(change.id));
      }}
    />
  );
}

type BannerProps = { change: MailServerChange; onClose: () => void };

export function MailChangeBanner({ change, onClose }: BannerProps) {
  return (
    <section
      aria-label="Mail server change"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 border-barn border-l-4 bg-barn-tint px-3 py-2.5 leading-snug sm:px-4"
    >
      <OctagonAlert aria-hidden className="size-5 shrink-0 self-start text-barn" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          {change.actor_email ?? 'Someone'} changed the mail server on{' '}
          {endSentence(formatMoment(change.occurred_at))}
        </p>
        <p className="max-sm:text-sm">
          Whoever runs the new server can read password reset links. If you didn't expect this, ask
          them, and check the{' '}
          <Link to="/admin/email" className="drawn-link">
            Email
          </Link>{' '}
          screen.
        </p>
      </div>
      <Button variant="secondary" onClick={onClose}>
        Got it
      </Button>
    </section>
  );
}
