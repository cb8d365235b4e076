import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { isMailConfigured } from '#app/data/mail-status.ts';
import { useAdminClient } from '../session.ts';

/** Shown while enquiries reach the back office only. */
export function MailBanner() {
  const client = useAdminClient();
  const { data } = useQuery({
    queryKey: ['mail_status'],
    queryFn: () => isMailConfigured(client),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== false) return null;
  return (
    <section
      aria-label="No mail server"
      className="mb-5 flex gap-3 border-barn border-l-4 bg-barn-tint px-3 py-2.5 leading-snug max-sm:text-sm sm:px-4"
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-barn" />
      <div>
        <p className="font-semibold">No e-mails are sent: there is no mail server yet</p>
        <p>New enquiries appear here only. Whoever runs the website can set SMTP_URL.</p>
      </div>
    </section>
  );
}
