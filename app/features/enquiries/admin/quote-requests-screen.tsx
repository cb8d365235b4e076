import { useCallback, useEffect, useEffectEvent } from 'react';
import { usePreload } from '#app/admin/lazy-screen.ts';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useOpenRow } from '#app/admin/records/use-records.tsx';
import { quoteRequestReplyDraft } from '../mailto.ts';
import {
  deleteQuoteRequest,
  type QuoteRequest,
  quoteRequestInbox,
  updateQuoteRequest,
} from '../quote-requests.ts';
import { InboxScreen } from './inbox-screen.tsx';
import { requestColumns, requestLabels } from './request-columns.tsx';
import { DesignSection, RequestDetail } from './request-detail.tsx';
import { useEnquiryChanges } from './use-enquiry-changes.ts';
import { useInboxColumns } from './use-inbox-columns.tsx';
import { useInboxScreen } from './use-inbox-screen.ts';
import { useNotes } from './use-request-notes.ts';
import { useQuoteLinks } from './use-request-quotes.tsx';
import { useUnsentMails } from './use-unsent-mails.ts';

const getName = (row: QuoteRequest) => row.customer_name;

const exports = {
  table: quoteRequestInbox.table,
  load: async () => {
    const { quoteRequestExportColumns, exportQuoteRequests } = await import(
      '../enquiry-exports.ts'
    );
    return { columns: quoteRequestExportColumns, createFile: exportQuoteRequests };
  },
};

export default function QuoteRequestsScreen() {
  const open = useOpenRow<QuoteRequest>({
    table: quoteRequestInbox.table,
    entity: requestLabels.entity,
    live: true,
  });
  const shown = open.row;
  const screen = useInboxScreen(quoteRequestInbox, requestLabels, (ids) => {
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
    table: quoteRequestInbox.table,
    labels: requestLabels,
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

  const linkedColumns = useQuoteLinks(requestColumns, screen.page?.rows ?? []);
  const columns = useInboxColumns({
    ...{ columns: linkedColumns, labels: requestLabels, mails, changes, getName },
    onView: (row) => open.open(row.id),
    getReplyHref: quoteRequestReplyDraft,
  });

  return (
    <>
      <InboxScreen
        screen={screen}
        columns={columns}
        getName={getName}
        exports={exports}
        isOpening={open.isOpening}
      />
      {shown ? (
        <RequestDetail row={shown} notes={notes} {...changes.getFrame(shown)} />
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
