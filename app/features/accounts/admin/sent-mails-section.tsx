import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { mailReasonTexts } from '#app/lib/mail-reasons.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  getMailPath,
  getMailTitle,
  mailPageSize,
  readMails,
  retryMails,
  type SentMail,
  type ShownMails,
  sentMailsKey,
  shownMails,
} from '../sent-mails.ts';

const isShown = (text: string): text is ShownMails => text in shownMails;

export function SentMailsSection() {
  const client = useAdminClient();
  const toasts = useToasts();
  const [shown, setShown] = useState<ShownMails>('all');
  const query = useInfiniteQuery({
    queryKey: [...sentMailsKey, shown],
    queryFn: ({ pageParam }) => readMails(client, shown, pageParam),
    initialPageParam: undefined as SentMail | undefined,
    getNextPageParam: (page) => (page.length === mailPageSize ? page.at(-1) : undefined),
    refetchInterval: pollIntervalMs,
  });
  const { mutate, isPending } = useMutation({
    mutationKey: sentMailsKey,
    mutationFn: (id?: string) => retryMails(client, id),
    onSuccess: (count) =>
      toasts.news(
        count === 0
          ? 'There was nothing left to send.'
          : count === 1
            ? 'Sending the email again.'
            : `Sending ${count} emails again.`,
        { key: 'mail' },
      ),
    onError: () =>
      toasts.error("Couldn't send the email again. Please try again.", { key: 'mail' }),
  });
  const retry = (id?: string) => isPending || mutate(id);
  const labels = Object.values(shownMails);
  return (
    <FormSection
      title="Sent and unsent emails"
      intro="Emails about enquiries and quotes. Emails about accounts, such as links to set a password, are sent at once and aren't listed."
    >
      <div className="max-w-60">
        <SelectField
          label="Show"
          required
          placeholder={shownMails.all}
          options={labels.slice(1)}
          value={shown === 'all' ? '' : shownMails[shown]}
          onChange={({ target }) => {
            const name = Object.keys(shownMails)[labels.indexOf(target.value as never)];
            setShown(name && isShown(name) ? name : 'all');
          }}
        />
      </div>
      <div className="mt-5">
        <ListStates entityPlural="emails" shape="text" query={query}>
          {({ pages }) => {
            const mails = pages.flat();
            const failed = mails.filter((mail) => mail.status === 'failed' && mail.can_retry);
            if (mails.length === 0) return <p className="text-ink-soft">No emails.</p>;
            return (
              <>
                {failed.length > 1 && (
                  <Button
                    variant="secondary"
                    className="mb-4 aria-disabled:opacity-60"
                    aria-disabled={isPending}
                    onClick={() => retry()}
                  >
                    Send all failed emails again
                  </Button>
                )}
                <ul className="divide-y divide-line border-line border-y">
                  {mails.map((mail) => (
                    <MailItem
                      key={mail.id}
                      mail={mail}
                      isPending={isPending}
                      onRetry={() => retry(mail.id)}
                    />
                  ))}
                </ul>
                {query.hasNextPage && (
                  <Button
                    variant="secondary"
                    className="mt-4 aria-disabled:opacity-60"
                    aria-disabled={query.isFetchingNextPage}
                    onClick={() => query.isFetchingNextPage || query.fetchNextPage()}
                  >
                    {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
                  </Button>
                )}
              </>
            );
          }}
        </ListStates>
      </div>
    </FormSection>
  );
}

type MailItemProps = { mail: SentMail; isPending: boolean; onRetry: () => void };

function MailItem({ mail, isPending, onRetry }: MailItemProps) {
  const title = getMailTitle(mail);
  const path = getMailPath(mail);
  const { status, reason, detail, recipient } = mail;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p className="font-semibold">
          {path ? (
            <Link to={path} className="drawn-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-ink-soft text-sm">
          To {recipient ?? 'you'}, {renderTime(mail)}
        </p>
        {status !== 'sent' && reason && <p className="text-sm">{mailReasonTexts[reason]}</p>}
        {status !== 'sent' && detail && <p className="text-ink-soft text-sm">Details: {detail}</p>}
      </div>
      <MailBadge status={status} />
      {mail.can_retry && (status === 'failed' || reason) && (
        <Button
          variant="secondary"
          className="px-4 aria-disabled:opacity-60"
          aria-label={`Send again: ${title}`}
          aria-disabled={isPending}
          onClick={onRetry}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

function MailBadge({ status }: Pick<SentMail, 'status'>) {
  if (status === 'sent') return <Badge tone="done">Sent</Badge>;
  return status === 'failed' ? (
    <Badge tone="unread">Not sent</Badge>
  ) : (
    <Badge tone="waiting">Waiting</Badge>
  );
}

function renderTime({ status, sent_at, next_attempt_at, created_at }: SentMail): string {
  if (status === 'sent' && sent_at) return formatMoment(sent_at);
  if (status === 'waiting' && next_attempt_at && Date.parse(next_attempt_at) > Date.now()) {
    return `next attempt ${formatMoment(next_attempt_at)}`;
  }
  return `queued ${formatMoment(created_at)}`;
}
