import {
  type ContactSubmission,
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '#app/data/contact-submissions.ts';
import {
  contactExportColumns,
  exportContactSubmissions,
} from '#app/domain/enquiries/enquiry-exports.ts';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { withMailMarks } from '../enquiries/mail-note.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useEnquiryChanges } from '../enquiries/use-enquiry-changes.ts';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { useOpenRow } from '../lists/use-open-row.ts';
import { adminMeta } from '../robots.ts';
import { contactColumns } from './columns.tsx';
import { ContactDetail } from './contact-detail.tsx';
import { contactWords } from './words.ts';

export const meta = () => adminMeta('Contact Messages');

const exports = {
  table: contactInbox.table,
  columns: contactExportColumns,
  file: exportContactSubmissions,
};

/** The inbox of the contact messages. */
export default function ContactsScreen() {
  const open = useOpenRow<ContactSubmission>();
  const shown = open.row;
  const screen = useInboxScreen(contactInbox, contactWords, () => {});
  const mails = useUnsentMails([...(screen.shown?.rows ?? []), shown]);
  const changes = useEnquiryChanges({
    words: contactWords,
    list: screen.list,
    selection: screen.selection,
    open,
    mails,
    update: updateContactSubmission,
    remove: deleteContactSubmission,
    nameOf: (row) => `The message from ${row.name}`,
    brokeOff: 'An unexpected error occurred while deleting the contact.',
  });

  function view(row: ContactSubmission) {
    open.view(row);
    // What comes back from the spam is still new.
    if (row.status === 'unread' && !row.is_spam) void changes.setStatus(row, 'read');
  }

  const actions = (row: ContactSubmission) => (
    <RowActions
      what={row.name}
      onView={() => view(row)}
      settle={
        row.status === 'unread'
          ? { label: 'Mark read', onClick: () => changes.setStatus(row, 'read') }
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
          ...withMailMarks(contactColumns, mails),
          { header: 'Actions', speaksForItself: true, cell: actions },
        ]}
        rowClassName={(row) =>
          row.status === 'unread' ? 'bg-pine shadow-[inset_4px_0_0_var(--color-barn)]' : 'bg-sheet'
        }
        nameOf={(row) => row.name}
        exports={exports}
      />
      {shown ? <ContactDetail row={shown} {...changes.frameOf(shown)} /> : changes.dialogs}
    </>
  );
}
