import { useCallback } from 'react';
import { useBlocker } from 'react-router';
import {
  deleteQuoteRequest,
  type QuoteRequest,
  quoteInbox,
  updateQuoteRequest,
} from '#app/data/quote-requests.ts';
import { exportQuoteRequests, quoteExportColumns } from '#app/domain/enquiries/enquiry-exports.ts';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { withMailMarks } from '../enquiries/mail-note.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useEnquiryChanges } from '../enquiries/use-enquiry-changes.ts';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { useOpenRow } from '../lists/use-open-row.ts';
import { adminMeta } from '../robots.ts';
import { quoteColumns } from './columns.tsx';
import { QuoteDetail } from './quote-detail.tsx';
import { useNotes } from './use-notes.ts';
import { quoteWords } from './words.ts';

export const meta = () => adminMeta('Quote Requests');

const exports = {
  table: quoteInbox.table,
  columns: quoteExportColumns,
  file: exportQuoteRequests,
};

/** The inbox of the quote requests. */
export default function QuotesScreen() {
  const toasts = useToasts();
  const open = useOpenRow<QuoteRequest>();
  const shown = open.row;
  const screen = useInboxScreen(quoteInbox, quoteWords, (ids) => ids.forEach(notesForget));
  const { list } = screen;
  const mails = useUnsentMails([...(screen.shown?.rows ?? []), shown]);
  const { update: updateOpen } = open;
  const { update: updateList } = list;
  const onSaved = useCallback(
    (row: QuoteRequest) => {
      updateOpen(row);
      updateList(row);
    },
    [updateOpen, updateList],
  );
  const notes = useNotes(onSaved, shown?.id);
  function notesForget(id: string) {
    notes.forget({ id });
  }
  const changes = useEnquiryChanges({
    words: quoteWords,
    list,
    selection: screen.selection,
    open,
    mails,
    update: updateQuoteRequest,
    remove: deleteQuoteRequest,
    nameOf: (row) => `The quote request from ${row.customer_name}`,
    brokeOff: 'An unexpected error occurred while deleting the quote.',
    onRemoved: notes.forget,
  });
  // Another tab, page or search of this screen loses nothing.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      notes.hasFailed && currentLocation.pathname !== nextLocation.pathname,
  );

  function view(row: QuoteRequest) {
    if (notes.drafts[row.id]?.state === 'saved') notes.forget(row);
    open.view(row);
  }

  async function markResponded(row: QuoteRequest) {
    if (await changes.setStatus(row, 'responded')) {
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
      onNotSpam={row.is_spam ? () => changes.markSpam(row) : undefined}
      onDelete={() => changes.askToDelete(row)}
    />
  );

  return (
    <>
      <InboxScreen
        screen={screen}
        columns={[
          ...withMailMarks(quoteColumns, mails),
          { header: 'Actions', speaksForItself: true, cell: actions },
        ]}
        nameOf={(row) => row.customer_name}
        exports={exports}
      />
      {shown ? (
        <QuoteDetail
          row={shown}
          notes={notes}
          {...changes.frameOf(shown)}
          onClose={() => {
            notes.flush(shown);
            open.close();
          }}
        />
      ) : (
        changes.dialogs
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
