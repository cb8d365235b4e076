import { useEffect, useEffectEvent } from 'react';
import {
  type ContactSubmission,
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '#app/data/contact-submissions.ts';
import { contactReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { withMailMarks } from '../enquiries/mail-note.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useEnquiryChanges } from '../enquiries/use-enquiry-changes.ts';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { useOpenRow } from '../lists/use-open-row.tsx';
import { contactColumns, contactLabels } from './columns.tsx';
import { ContactDetail } from './contact-detail.tsx';

const exports = {
  table: contactInbox.table,
  load: async () => {
    const { contactExportColumns, exportContactSubmissions } = await import(
      '#app/domain/enquiries/enquiry-exports.ts'
    );
    return { columns: contactExportColumns, createFile: exportContactSubmissions };
  },
};

export default function ContactsScreen() {
  const open = useOpenRow<ContactSubmission>({
    table: contactInbox.table,
    entity: contactLabels.entity,
    live: true,
  });
  const shown = open.row;
  const screen = useInboxScreen(contactInbox, contactLabels, () => {});
  const mails = useUnsentMails([...(screen.page?.rows ?? []), shown]);
  const changes = useEnquiryChanges({
    table: contactInbox.table,
    labels: contactLabels,
    selection: screen.selection,
    open,
    mails,
    update: updateContactSubmission,
    remove: deleteContactSubmission,
    getName: (row) => `The message from ${row.name}`,
    noResponse: 'An unexpected error occurred while deleting the contact.',
  });

  const markRead = useEffectEvent(() => {
    // Not spam: its status stays unread.
    if (shown?.status === 'unread' && !shown.is_spam) {
      changes.setStatus(shown, 'read', { silent: true });
    }
  });
  const shownId = shown?.id;
  useEffect(() => {
    if (shownId !== undefined) markRead();
  }, [shownId]);

  const actions = (row: ContactSubmission) => (
    <RowActions
      row={row}
      replyHref={contactReplyDraft(row)}
      what={row.name}
      busy={changes.isBusy(row.id)}
      onView={() => open.open(row.id)}
      settle={
        row.status === 'unread'
          ? { label: 'Mark read', onClick: () => changes.setStatus(row, 'read') }
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
          ...withMailMarks(contactColumns, mails),
          { header: 'Actions', compact: 'actions', cell: actions },
        ]}
        rowClassName={(row) =>
          row.status === 'unread' ? 'bg-pine shadow-[inset_4px_0_0_var(--color-barn)]' : 'bg-sheet'
        }
        getName={(row) => row.name}
        exports={exports}
      />
      {shown ? <ContactDetail row={shown} {...changes.getFrame(shown)} /> : changes.dialogs}
      {open.states}
    </>
  );
}
