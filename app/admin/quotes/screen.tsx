import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import {
  deleteQuoteRequest,
  type QuoteRequest,
  quoteInbox,
  updateQuoteRequest,
} from '#app/data/quote-requests.ts';
import { quoteReplyDraft } from '#app/domain/enquiries/mailto.ts';
import type { TableColumn } from '#app/ui/table.tsx';
import { useStableCallback } from '#app/ui/use-stable-callback.ts';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { withMailMarks } from '../enquiries/mail-note.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useEnquiryChanges } from '../enquiries/use-enquiry-changes.ts';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { usePreload } from '../lazy-screen.ts';
import { useOpenRow } from '../lists/use-open-row.tsx';
import { UnsavedInput } from '../records/unsaved-input.tsx';
import { quoteColumns, quoteLabels } from './columns.tsx';
import { DesignSection, QuoteDetail } from './quote-detail.tsx';
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
  const open = useOpenRow<QuoteRequest>({
    table: quoteInbox.table,
    entity: quoteLabels.entity,
    live: true,
  });
  const shown = open.row;
  const screen = useInboxScreen(quoteInbox, quoteLabels, (ids) => {
    for (const id of ids) notes.forget({ id });
  });
  usePreload(DesignSection, screen.page?.rows.some(({ design }) => design !== null) ?? false);
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
  const beginNotes = useEffectEvent((id: string) => {
    if (notes.drafts[id]?.state === 'saved') notes.forget({ id });
  });
  const endNotes = useEffectEvent((id: string) => notes.flush({ id }));
  const shownId = shown?.id;
  useEffect(() => {
    if (shownId === undefined) return;
    beginNotes(shownId);
    return () => endNotes(shownId);
  }, [shownId]);

  const view = useStableCallback((row: QuoteRequest) => open.open(row.id));
  const settle = useStableCallback((row: QuoteRequest) => changes.setStatus(row, 'responded'));
  const toggleSpam = useStableCallback(changes.toggleSpam);
  const askToDelete = useStableCallback(changes.askToDelete);
  const { get: getMail } = mails;
  const { isBusy } = changes;
  const columns = useMemo(
    (): TableColumn<QuoteRequest>[] => [
      ...withMailMarks(quoteColumns, getMail),
      {
        header: 'Actions',
        compact: 'actions',
        cell: (row) => (
          <RowActions
            row={row}
            replyHref={quoteReplyDraft(row)}
            what={row.customer_name}
            busy={isBusy(row.id)}
            onView={() => view(row)}
            settle={
              row.status === 'pending'
                ? { label: 'Mark responded', onClick: () => settle(row) }
                : undefined
            }
            onSpam={() => toggleSpam(row)}
            onDelete={() => askToDelete(row)}
          />
        ),
      },
    ],
    [getMail, isBusy, view, settle, toggleSpam, askToDelete],
  );

  return (
    <>
      <InboxScreen
        screen={screen}
        columns={columns}
        getName={(row) => row.customer_name}
        exports={exports}
        isOpening={open.isOpening}
      />
      {shown ? (
        <QuoteDetail row={shown} notes={notes} {...changes.getFrame(shown)} />
      ) : (
        changes.dialogs
      )}
      {open.states}
      {/* Another dialog, tab, page or search retains the notes. */}
      <UnsavedInput
        when={notes.hasFailed}
        question={{
          title: 'Leave without saving your notes?',
          confirmLabel: 'Leave',
          cancelLabel: 'Stay',
          text: 'The notes you wrote last could not be saved.',
        }}
      />
    </>
  );
}
