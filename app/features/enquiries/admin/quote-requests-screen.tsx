import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { usePreload } from '#app/admin/lazy-screen.ts';
import { Moment, PersonCell } from '#app/admin/records/detail-rows.tsx';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useOpenRow } from '#app/admin/records/use-records.tsx';
import { Badge } from '#app/ui/badge.tsx';
import type { TableColumn } from '#app/ui/table.tsx';
import { quoteRequestReplyDraft } from '../mailto.ts';
import {
  deleteQuoteRequest,
  type QuoteRequest,
  type QuoteRequestStatus,
  quoteRequestInbox,
  updateQuoteRequest,
} from '../quote-requests.ts';
import { useEnquiryChanges, useInboxColumns } from './enquiry-record.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import type { InboxLabels } from './inbox-selection.tsx';
import { useQuoteLinks } from './quote-links.tsx';
import { DesignSection, RequestDetail, RequestStatusBadge } from './request-detail.tsx';
import { useNotes } from './request-notes.tsx';
import { useUnsentMails, withBelowStatus } from './unsent-mails.tsx';
import { useInboxScreen } from './use-inbox.ts';

const requestColumns: TableColumn<QuoteRequest>[] = [
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

const requestLabels: InboxLabels<QuoteRequestStatus> = {
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
      empty: 'Nothing is waiting. Every quote request has been answered.',
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

  const renderQuoteLinks = useQuoteLinks(screen.page?.rows ?? []);
  const linkedColumns = useMemo(
    () =>
      withBelowStatus(requestColumns, ({ id, unread_at }) => (
        <div className="max-xl:grid max-xl:justify-items-end">
          {unread_at !== null && (
            <div className="mt-1">
              <Badge tone="unread">New details</Badge>
            </div>
          )}
          {renderQuoteLinks(id)}
        </div>
      )),
    [renderQuoteLinks],
  );
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
          text: "Couldn't save your latest notes.",
        }}
      />
    </>
  );
}
