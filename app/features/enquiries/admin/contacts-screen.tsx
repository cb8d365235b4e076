import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  DetailSection,
  Moment,
  PersonCell,
  PersonDetails,
  SecondPart,
  WrittenText,
} from '#app/admin/records/detail-rows.tsx';
import { useOwnLists } from '#app/admin/records/use-own-lists.ts';
import { useOpenRow } from '#app/admin/records/use-records.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { PersonSection } from '#app/features/privacy/person-section.tsx';
import { readQuotesOfCustomer } from '#app/features/quotes/quote-summaries.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatDay } from '#app/lib/dates.ts';
import { quoteProjectTypes, withOwn } from '#app/lib/options.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { truncateLine } from '#app/lib/summary.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  type ContactStatus,
  type ContactSubmission,
  contactInbox,
  createRequestFromMessage,
  deleteContactSubmission,
  readRequestsOfSender,
  updateContactSubmission,
} from '../contact-submissions.ts';
import { contactReplyDraft } from '../mailto.ts';
import {
  EnquiryDetail,
  type EnquiryFrame,
  listReachingDetails,
  useEnquiryChanges,
  useInboxColumns,
} from './enquiry-record.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import type { InboxLabels } from './inbox-selection.tsx';
import { listLinkClass, QuoteList } from './quote-links.tsx';
import { useUnsentMails } from './unsent-mails.tsx';
import { useInboxScreen } from './use-inbox.ts';

const contactColumns: TableColumn<ContactSubmission>[] = [
  {
    header: 'Contact',
    sortKey: 'contact',
    className: 'xl:w-[24%]',
    compact: 'name',
    cell: (row) => (
      <PersonCell
        name={row.name}
        email={row.email}
        phone={row.phone}
        strong={row.status === 'unread'}
      />
    ),
  },
  {
    header: 'Subject',
    sortKey: 'subject',
    className: 'xl:w-[22%]',
    compact: 'what',
    cell: (row) => (
      <span
        className={`line-clamp-2 xl:line-clamp-3 ${row.status === 'unread' ? 'font-semibold' : ''}`}
      >
        {row.subject?.trim() || 'No Subject'}
      </span>
    ),
  },
  {
    header: 'Message Preview',
    sortKey: 'message',
    className: 'xl:w-[26%]',
    compact: 'details',
    cell: (row) => (
      <span className="line-clamp-2 text-ink-soft sm:max-xl:line-clamp-4">
        {truncateLine(row.message)}
      </span>
    ),
  },
  {
    header: 'Date',
    sortKey: 'date',
    compact: 'when',
    cell: (row) => <Moment at={row.created_at} />,
  },
  {
    header: 'Status',
    sortKey: 'status',
    compact: 'status',
    cell: (row) => <ContactStatusBadge status={row.status} />,
  },
];

function ContactStatusBadge({ status }: { status: string }) {
  return status === 'unread' ? (
    <Badge tone="waiting">Unread</Badge>
  ) : (
    <Badge tone="plain">Read</Badge>
  );
}

const contactLabels: InboxLabels<ContactStatus> = {
  title: 'Contact Messages',
  entity: 'contact message',
  entityPlural: 'contact messages',
  record: 'contact submission',
  records: 'contact submissions',
  short: 'the contacts',
  tabs: [
    {
      label: 'All',
      status: undefined,
      empty: 'No messages yet. They appear here as soon as a visitor sends one.',
    },
    { label: 'Unread', status: 'unread', empty: 'You have read every message.' },
    { label: 'Read', status: 'read', empty: 'No message has been read yet.' },
    { label: 'Spam', status: 'spam', empty: 'No message looks like spam.' },
  ],
  marks: [
    { status: 'read', label: 'Mark read', done: 'read' },
    { status: 'unread', label: 'Mark unread', done: 'unread' },
  ],
  sorts: [
    { key: 'date', label: 'Date', ascending: 'oldest first', descending: 'newest first' },
    { key: 'contact', label: 'Contact', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'subject', label: 'Subject', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'message', label: 'Message Preview', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'status', label: 'Status', ascending: 'read first', descending: 'unread first' },
  ],
};

const getName = (row: ContactSubmission) => row.name;

const exports = {
  table: contactInbox.table,
  load: async () => {
    const { contactExportColumns, exportContactSubmissions } = await import(
      '../enquiry-exports.ts'
    );
    return { columns: contactExportColumns, createFile: exportContactSubmissions };
  },
};

export default function ContactsScreen() {
  const open = useOpenRow<ContactSubmission>({
    table: contactInbox.table,
    entity: contactLabels.entity,
    live: true,
  });
  const shown = open.row;
  const screen = useInboxScreen(contactInbox, contactLabels, () => {});
  const mails = useUnsentMails([...(screen.page?.rows ?? []), shown]);
  const changes = useEnquiryChanges({
    table: contactInbox.table,
    labels: contactLabels,
    selection: screen.selection,
    open,
    mails,
    update: updateContactSubmission,
    remove: deleteContactSubmission,
    getName: (row) => `The message from ${row.name}`,
    noResponse: 'An unexpected error occurred while deleting the contact.',
  });

  const markRead = useEffectEvent(() => {
    // Opening spam does not mark it read.
    if (shown?.status === 'unread' && !shown.is_spam) {
      changes.setStatus(shown, 'read', { silent: true });
    }
  });
  const shownId = shown?.id;
  useEffect(() => {
    if (shownId !== undefined) markRead();
  }, [shownId]);

  const columns = useInboxColumns({
    ...{ columns: contactColumns, labels: contactLabels, mails, changes, getName },
    onView: (row) => open.open(row.id),
    getReplyHref: contactReplyDraft,
  });

  return (
    <>
      <InboxScreen
        screen={screen}
        columns={columns}
        rowClassName={(row) =>
          row.status === 'unread' ? 'bg-pine shadow-[inset_4px_0_0_var(--color-barn)]' : 'bg-sheet'
        }
        getName={getName}
        exports={exports}
        isOpening={open.isOpening}
      />
      {shown ? <ContactDetail row={shown} {...changes.getFrame(shown)} /> : changes.dialogs}
      {open.states}
    </>
  );
}

type ContactDetailProps = EnquiryFrame<ContactStatus> & { row: ContactSubmission };

export function ContactDetail({ row, ...frame }: ContactDetailProps) {
  return (
    <EnquiryDetail
      title="Contact Submission Details"
      row={row}
      badge={<ContactStatusBadge status={row.status} />}
      statuses={[
        { value: 'unread', label: 'Mark Unread' },
        { value: 'read', label: 'Mark Read' },
      ]}
      replyHref={contactReplyDraft(row)}
      quoteHref={`/admin/quote-builder/new?message=${row.id}`}
      person={row}
      {...frame}
    >
      <DetailSection title="Subject">
        <WrittenText>{row.subject?.trim() || 'No subject provided'}</WrittenText>
      </DetailSection>
      <DetailSection title="Message">
        <WrittenText>{row.message}</WrittenText>
      </DetailSection>
      <DetailSection title="Contact Information">
        <PersonDetails
          name={row.name}
          email={row.email}
          phone={row.phone}
          more={listReachingDetails(row)}
        />
      </DetailSection>
      <RequestFromMessage message={row} />
      <SecondPart>
        <PersonSection email={row.email} />
      </SecondPart>
    </EnquiryDetail>
  );
}

const requestToastKey = 'request-from-message';

/**
 * Shows the requests and quotes for the sender since the message arrived, and creates a quote request from
 * it, which then opens.
 */
function RequestFromMessage({ message }: { message: ContactSubmission }) {
  const client = useAdminClient();
  const { data: requests = [] } = useQuery({
    queryKey: ['quote_requests', 'message', message.id],
    queryFn: () => readRequestsOfSender(client, message),
  });
  const { data: quotes = [] } = useQuery({
    queryKey: ['quotes', 'message', message.id],
    queryFn: () => readQuotesOfCustomer(client, message.email, message.created_at),
  });
  const own = useOwnLists();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [projectType, setProjectType] = useState('');
  const [requestId] = useState(() => createUuid());
  // The request may be stored with the chosen type already.
  const [isRepeating, setRepeating] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: ['quote_requests'],
    mutationFn: () => createRequestFromMessage(client, message.id, projectType, requestId),
    onSuccess(id) {
      if (!id) return toasts.error('This message has been deleted.', { key: requestToastKey });
      toasts.news('Quote request created.', { key: requestToastKey });
      return navigate(`/admin/quotes?open=${id}`);
    },
    onError(error) {
      if (isUnanswered(error)) setRepeating(true);
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : "Couldn't create the quote request. Please try again.",
        { key: requestToastKey },
      );
    },
  });
  return (
    <DetailSection title="Quote Request">
      {requests.length > 0 && (
        <ul>
          {requests.map((request) => (
            <li key={request.id}>
              <Link to={`/admin/quotes?open=${request.id}`} className={listLinkClass}>
                {`${request.project_type}, ${request.status}, ${formatDay(request.created_at)}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {quotes.length > 0 && <QuoteList quotes={quotes} />}
      <form
        className="mt-2 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <div className="min-w-0 grow sm:max-w-xs">
          <SelectField
            label="Project type"
            placeholder="Select a project type"
            options={withOwn(quoteProjectTypes, own.project_type)}
            required
            disabled={isRepeating}
            value={projectType}
            onChange={(event) => setProjectType(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" disabled={isPending}>
          {requests.length === 0 ? 'Create Quote Request' : 'Create Another Quote Request'}
        </Button>
      </form>
    </DetailSection>
  );
}
