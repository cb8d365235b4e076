import type { QuoteStatus } from '#app/data/quote-requests.ts';
import type { InboxLabels } from '../enquiries/inbox-labels.ts';

export const quoteLabels: InboxLabels<QuoteStatus> = {
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
