import { Moment, PersonCell } from '#app/admin/records/detail-rows.tsx';
import { Badge } from '#app/ui/badge.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import type { QuoteRequest, QuoteRequestStatus } from '../quote-requests.ts';
import type { InboxLabels } from './inbox-labels.ts';

export const requestColumns: TableColumn<QuoteRequest>[] = [
  {
    header: 'Customer',
    sortKey: 'customer',
    className: 'xl:w-[32%]',
    compact: 'name',
    cell: (row) => <PersonCell name={row.customer_name} email={row.email} phone={row.phone} />,
  },
  {
    header: 'Project',
    sortKey: 'project',
    className: 'xl:w-[20%]',
    compact: 'what',
    cell: (row) => (
      <span className="max-xl:line-clamp-2">
        {row.project_type}
        {row.material_type && (
          <span className="text-ink-soft xl:block">
            <span className="xl:hidden">, </span>
            {row.material_type}
          </span>
        )}
      </span>
    ),
  },
  {
    header: 'Details',
    sortKey: 'details',
    className: 'xl:w-[20%]',
    compact: 'details',
    cell: (row) =>
      row.size || row.budget_range ? (
        <>
          {row.size && <span className="block">{row.size}</span>}
          {row.budget_range && (
            <span className="money block text-ink-soft">{row.budget_range}</span>
          )}
        </>
      ) : (
        <span className="text-ink-soft">None given</span>
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
    cell: (row) => <RequestStatusBadge status={row.status} />,
  },
];

export function RequestStatusBadge({ status }: { status: string }) {
  return status === 'pending' ? (
    <Badge tone="waiting">Pending</Badge>
  ) : (
    <Badge tone="done">Responded</Badge>
  );
}

export const requestLabels: InboxLabels<QuoteRequestStatus> = {
  title: 'Quote Requests',
  entity: 'quote request',
  entityPlural: 'quote requests',
  record: 'quote request',
  records: 'quote requests',
  short: 'the quotes',
  tabs: [
    {
      label: 'All',
      status: undefined,
      empty: 'No quote requests yet. They appear here as soon as a visitor sends one.',
    },
    {
      label: 'Pending',
      status: 'pending',
      empty: 'Nothing is waiting: every quote request has been answered.',
    },
    {
      label: 'Responded',
      status: 'responded',
      empty: 'No quote request has been marked as responded yet.',
    },
    { label: 'Spam', status: 'spam', empty: 'No quote request looks like spam.' },
  ],
  marks: [
    { status: 'responded', label: 'Mark responded', done: 'responded' },
    { status: 'pending', label: 'Mark pending', done: 'pending' },
  ],
  sorts: [
    { key: 'date', label: 'Date', ascending: 'oldest first', descending: 'newest first' },
    { key: 'customer', label: 'Customer', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'project', label: 'Project', ascending: 'A to Z', descending: 'Z to A' },
    {
      key: 'details',
      label: 'Details',
      ascending: 'smallest budget first',
      descending: 'largest budget first',
    },
    {
      key: 'status',
      label: 'Status',
      ascending: 'pending first',
      descending: 'responded first',
    },
  ],
};
