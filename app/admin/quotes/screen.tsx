import { useCallback } from 'react';
import { useBlocker } from 'react-router';
import {
  deleteQuoteRequest,
  type QuoteRequest,
  quoteInbox,
  updateQuoteRequest,
} from '#app/data/quote-requests.ts';
import { quoteReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { withMailMarks } from '../enquiries/mail-note.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useEnquiryChanges } from '../enquiries/use-enquiry-changes.ts';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { useOpenRow } from '../lists/use-open-row.ts';
import { quoteColumns, quoteLabels } from './columns.tsx';
import { QuoteDetail } from './quote-detail.tsx';
import { useNotes } from './use-notes.ts';

const exports = {
  table: quoteInbox.table,
  load: async () => {
    const { quoteExportColumns, exportQuoteRequests } = await import(
      '#app/domain/enquiries/enquiry-exports.ts'
    );
    return { columns: quoteExportColumns, createFile: exportQuoteRequests };
  },
};

export default function QuotesScreen() {
  const open = useOpenRow<QuoteRequest>();
  const shown = open.row;
  const screen = useInboxScreen(quoteInbox, quoteLabels, (ids) => {
    for (const id of ids) notes.forget({ id });
  });
  const { replaceRow } = screen;
  const mails = useUnsentMails([...(screen.page?.rows ?? []), shown]);
  const { update: updateOpen } = open;
  const onSaved = useCallback(
    (row: QuoteRequest) => {
      updateOpen(row);
      replaceRow(row);
    },
    [updateOpen, replaceRow],
  );
  const notes = useNotes(onSaved, shown?.id);
  const changes = useEnquiryChanges({
    table: quoteInbox.table,
    labels: quoteLabels,
    selection: screen.selection,
    open,
    mails,
    update: updateQuoteRequest,
    remove: deleteQuoteRequest,
    getName: (row) => `The quote request from ${row.customer_name}`,
    noResponse: 'An unexpected error occurred while deleting the quote.',
    onRemoved: notes.forget,
  });
  // Another tab, page or search retains the notes.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      notes.hasFailed && currentLocation.pathname !== nextLocation.pathname,
  );

  function view(row: QuoteRequest) {
    if (notes.drafts[row.id]?.state === 'saved') notes.forget(row);
    open.view(row);
  }

  const markResponded = (row: QuoteRequest) =>
    changes.setStatus(row, 'responded', `${row.customer_name}'s request is marked as responded.`);

  const actions = (row: QuoteRequest) => (
    <RowActions
      row={row}
      replyHref={quoteReplyDraft(row)}
      what={row.customer_name}
      busy={changes.isBusy(row.id)}
      onView={() => view(row)}
      settle={
        row.status === 'pending'
          ? { label: 'Mark responded', onClick: () => markResponded(row) }
          : undefined
      }
      onSpam={() => changes.toggleSpam(row)}
      onDelete={() => changes.askToDelete(row)}
    />
  );

  return (
    <>
      <InboxScreen
        screen={screen}
        columns={[
          ...withMailMarks(quoteColumns, mails),
          { header: 'Actions', compact: 'actions', cell: actions },
        ]}
        getName={(row) => row.customer_name}
        exports={exports}
      />
      {shown ? (
        <QuoteDetail
          row={shown}
          notes={notes}
          {...changes.getFrame(shown)}
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
