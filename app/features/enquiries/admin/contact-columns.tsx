import { Moment, PersonCell } from '#app/admin/records/detail-rows.tsx';
import { truncateLine } from '#app/lib/summary.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import type { ContactStatus, ContactSubmission } from '../contact-submissions.ts';
import type { InboxLabels } from './inbox-labels.ts';

export const contactColumns: TableColumn<ContactSubmission>[] = [
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

export function ContactStatusBadge({ status }: { status: string }) {
  return status === 'unread' ? (
    <Badge tone="waiting">Unread</Badge>
  ) : (
    <Badge tone="plain">Read</Badge>
  );
}

export const contactLabels: InboxLabels<ContactStatus> = {
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
