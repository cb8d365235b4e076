import { ShieldCheck } from 'lucide-react';
import {
  type ContactSubmission,
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '#app/data/contact-submissions.ts';
import { contactExportColumns, exportContactSubmissions } from '#app/domain/enquiry-exports.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { deletionQuestion } from '../enquiries/inbox-words.ts';
import { withMailMarks } from '../enquiries/mail-note.tsx';
import { RowActions } from '../enquiries/row-actions.tsx';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useSpamMark } from '../enquiries/use-spam-mark.ts';
import { useStatusChange } from '../enquiries/use-status-change.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { useDeletion } from '../lists/use-deletion.tsx';
import { useOpenRow } from '../lists/use-open-row.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { contactColumns } from './columns.tsx';
import { ContactDetail } from './contact-detail.tsx';
import { contactWords } from './words.ts';

export const meta = () => adminMeta('Contact Messages');

const exports = {
  table: contactInbox.table,
  columns: contactExportColumns,
  file: exportContactSubmissions,
};

export default function ContactsScreen() {
  const client = useAdminClient();
  const toasts = useToasts();
  const open = useOpenRow<ContactSubmission>();
  const shown = open.row;
  const screen = useInboxScreen(contactInbox, contactWords, () => {});
  const { list, selection } = screen;
  const mails = useUnsentMails([...(screen.shown?.rows ?? []), shown]);
  const setStatus = useStatusChange(updateContactSubmission, (row: ContactSubmission) => {
    open.update(row);
    list.replace(row);
  });
  const markSpam = useSpamMark(
    updateContactSubmission,
    (row: ContactSubmission) => `The message from ${row.name}`,
    (row) => {
      open.update(row);
      selection.set([row.id], false);
      list.replace(row);
    },
  );
  const deletion = useDeletion<ContactSubmission>({
    question: deletionQuestion(1, contactWords),
    remove: (row) => deleteContactSubmission(client, row.id),
    onRemoved(row) {
      open.closeIf(row.id);
      selection.set([row.id], false);
      list.remove([row.id]);
      toasts.news(`The message from ${row.name} is deleted.`);
    },
    refused: (message) => `Failed to delete contact submission: ${message}`,
    brokeOff: 'An unexpected error occurred while deleting the contact.',
  });

  function view(row: ContactSubmission) {
    open.view(row);
    // What comes back from the spam is still new.
    if (row.status === 'unread' && !row.is_spam) void setStatus(row, 'read');
  }

  const actions = (row: ContactSubmission) => (
    <RowActions
      what={row.name}
      onView={() => view(row)}
      settle={
        row.is_spam
          ? { label: 'Not spam', Icon: ShieldCheck, onClick: () => markSpam(row) }
          : row.status === 'unread'
            ? { label: 'Mark read', onClick: () => setStatus(row, 'read') }
            : undefined
      }
      onDelete={() => deletion.ask(row)}
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
      {shown ? (
        <ContactDetail
          row={shown}
          mail={mails.of(shown.id)}
          onSendAgain={() => mails.sendAgain(shown.id)}
          onStatus={(status) => setStatus(shown, status)}
          onSpam={() => markSpam(shown)}
          onDelete={() => deletion.ask(shown)}
          onClose={open.close}
          finalFocus={open.finalFocus}
        >
          {deletion.dialogs}
        </ContactDetail>
      ) : (
        deletion.dialogs
      )}
    </>
  );
}
