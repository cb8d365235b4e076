import { useBlocker } from 'react-router';
import {
  deleteQuoteRequest,
  listQuoteRequests,
  type QuoteRequest,
  updateQuoteRequest,
} from '#app/data/quote-requests.ts';
import { exportQuoteRequests } from '#app/domain/enquiry-exports.ts';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { Table } from '#app/ui/table.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { type EnquiryFilter, EnquiryScreen } from '../enquiries/enquiry-screen.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useDeletion } from '../enquiries/use-deletion.tsx';
import { useOpenRow } from '../enquiries/use-open-row.ts';
import { useRows } from '../enquiries/use-rows.ts';
import { useStatusChange } from '../enquiries/use-status-change.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { quoteColumns } from './columns.tsx';
import { QuoteDetail } from './quote-detail.tsx';
import { useNotes } from './use-notes.ts';

export const meta = () => adminMeta('Quote Requests');

const filters: EnquiryFilter[] = [
  {
    label: 'All',
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
];

export default function QuotesScreen() {
  const client = useAdminClient();
  const toasts = useToasts();
  const list = useRows(listQuoteRequests);
  const setStatus = useStatusChange(updateQuoteRequest, list);
  const open = useOpenRow(list);
  const shown = open.row;
  const notes = useNotes(list.replace, shown?.id);
  const leaving = useBlocker(notes.hasFailed);
  const deletion = useDeletion<QuoteRequest>({
    question: 'Are you sure you want to delete this quote request? This action cannot be undone.',
    remove: (row) => deleteQuoteRequest(client, row.id),
    onRemoved(row) {
      notes.forget(row);
      list.remove(row.id);
      toasts.news(`The quote request from ${row.customer_name} is deleted.`);
    },
    refused: (message) => `Failed to delete quote request: ${message}`,
    brokeOff: 'An unexpected error occurred while deleting the quote.',
  });

  function view(row: QuoteRequest) {
    if (notes.drafts[row.id]?.state === 'saved') notes.forget(row);
    open.view(row);
  }

  async function markResponded(row: QuoteRequest) {
    if (await setStatus(row, 'responded')) {
      toasts.news(`${row.customer_name}'s request is marked as responded.`);
    }
  }

  const actions = (row: QuoteRequest) => (
    <RowActions
      what={row.customer_name}
      onView={() => view(row)}
      settle={
        row.status === 'pending'
          ? { label: 'Mark responded', onClick: () => markResponded(row) }
          : undefined
      }
      onDelete={() => deletion.ask(row)}
    />
  );

  return (
    <>
      <EnquiryScreen
        title="Quote Requests"
        things="quote requests"
        list={list}
        filters={filters}
        exportFile={exportQuoteRequests}
      >
        {(rows) => (
          <Table
            caption="Quote requests"
            columns={[...quoteColumns, { header: 'Actions', speaksForItself: true, cell: actions }]}
            rows={rows}
          />
        )}
      </EnquiryScreen>
      {shown ? (
        <QuoteDetail
          row={shown}
          notes={notes}
          onStatus={(status) => setStatus(shown, status)}
          onDelete={() => deletion.ask(shown)}
          onClose={() => {
            notes.flush(shown);
            open.close();
          }}
          finalFocus={open.finalFocus}
        >
          {deletion.dialogs}
        </QuoteDetail>
      ) : (
        deletion.dialogs
      )}
      <ConfirmDialog
        open={leaving.state === 'blocked'}
        title="Leave without saving your notes?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
      >
        The notes you wrote last could not be saved.
      </ConfirmDialog>
    </>
  );
}
