import type { QuoteRequest } from '#app/data/quote-requests.ts';
import type { TableColumn } from '#app/ui/table.tsx';
import { Moment, Person } from '../enquiries/cells.tsx';
import { QuoteStatusBadge } from './quote-status.tsx';

/** What the list shows of a quote request, before its actions. */
export const quoteColumns: TableColumn<QuoteRequest>[] = [
  {
    header: 'Customer',
    sortKey: 'customer',
    className: 'xl:w-[32%]',
    speaksForItself: true,
    cell: (row) => <Person name={row.customer_name} email={row.email} phone={row.phone} />,
  },
  {
    header: 'Project',
    sortKey: 'project',
    className: 'xl:w-[20%]',
    cell: (row) => (
      <>
        {row.project_type}
        {row.material_type && <span className="block text-ink-soft">{row.material_type}</span>}
      </>
    ),
  },
  {
    header: 'Details',
    sortKey: 'details',
    className: 'xl:w-[20%]',
    cell: (row) =>
      row.size || row.budget_range ? (
        <>
          {row.size && <span className="block">{row.size}</span>}
          {row.budget_range && <span className="block text-ink-soft">{row.budget_range}</span>}
        </>
      ) : (
        <span className="text-ink-soft">None given</span>
      ),
  },
  { header: 'Date', sortKey: 'date', cell: (row) => <Moment at={row.created_at} /> },
  { header: 'Status', sortKey: 'status', cell: (row) => <QuoteStatusBadge status={row.status} /> },
];
