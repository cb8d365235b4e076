import type { ContactSubmission } from '#app/data/contact-submissions.ts';
import { truncateLine } from '#app/domain/format/summary.ts';
import type { TableColumn } from '#app/ui/table.tsx';
import { Moment, Person } from '../enquiries/cells.tsx';
import { ContactStatusBadge } from './contact-status.tsx';

/** What the list shows of a contact message, before its actions. */
export const contactColumns: TableColumn<ContactSubmission>[] = [
  {
    header: 'Contact',
    sortKey: 'contact',
    className: 'xl:w-[24%]',
    speaksForItself: true,
    cell: (row) => (
      <Person
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
    cell: (row) => (
      <span className={`line-clamp-3 ${row.status === 'unread' ? 'font-semibold' : ''}`}>
        {row.subject?.trim() || 'No Subject'}
      </span>
    ),
  },
  {
    header: 'Message Preview',
    sortKey: 'message',
    className: 'xl:w-[26%]',
    cell: (row) => <span className="line-clamp-2 text-ink-soft">{truncateLine(row.message)}</span>,
  },
  { header: 'Date', sortKey: 'date', cell: (row) => <Moment at={row.created_at} /> },
  {
    header: 'Status',
    sortKey: 'status',
    cell: (row) => <ContactStatusBadge status={row.status} />,
  },
];
