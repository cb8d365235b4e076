import {
  type ContactSubmission,
  deleteContactSubmission,
  listContactSubmissions,
  updateContactSubmission,
} from '#app/data/contact-submissions.ts';
import { exportContactSubmissions } from '#app/domain/enquiry-exports.ts';
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
import { contactColumns } from './columns.tsx';
import { ContactDetail } from './contact-detail.tsx';

export const meta = () => adminMeta('Contact Messages');

const filters: EnquiryFilter[] = [
  {
    label: 'All',
    empty: 'No messages yet. They appear here as soon as a visitor sends one.',
  },
  { label: 'Unread', status: 'unread', empty: 'You have read every message.' },
  { label: 'Read', status: 'read', empty: 'No message has been read yet.' },
];

export default function ContactsScreen() {
  const client = useAdminClient();
  const toasts = useToasts();
  const list = useRows(listContactSubmissions);
  const setStatus = useStatusChange(updateContactSubmission, list);
  const open = useOpenRow(list);
  const shown = open.row;
  const deletion = useDeletion<ContactSubmission>({
    question:
      'Are you sure you want to delete this contact submission? This action cannot be undone.',
    remove: (row) => deleteContactSubmission(client, row.id),
    onRemoved(row) {
      list.remove(row.id);
      toasts.news(`The message from ${row.name} is deleted.`);
    },
    refused: (message) => `Failed to delete contact submission: ${message}`,
    brokeOff: 'An unexpected error occurred while deleting the contact.',
  });

  function view(row: ContactSubmission) {
    open.view(row);
    if (row.status === 'unread') void setStatus(row, 'read');
  }

  const actions = (row: ContactSubmission) => (
    <RowActions
      what={row.name}
      onView={() => view(row)}
      settle={
        row.status === 'unread'
          ? { label: 'Mark read', onClick: () => setStatus(row, 'read') }
          : undefined
      }
      onDelete={() => deletion.ask(row)}
    />
  );

  return (
    <>
      <EnquiryScreen
        title="Contact Messages"
        things="contact messages"
        list={list}
        filters={filters}
        exportFile={exportContactSubmissions}
      >
        {(rows) => (
          <Table
            caption="Contact messages"
            columns={[
              ...contactColumns,
              { header: 'Actions', speaksForItself: true, cell: actions },
            ]}
            rows={rows}
            rowClassName={(row) =>
              row.status === 'unread'
                ? 'bg-pine shadow-[inset_4px_0_0_var(--color-barn)]'
                : 'bg-sheet'
            }
          />
        )}
      </EnquiryScreen>
      {shown ? (
        <ContactDetail
          row={shown}
          onStatus={(status) => setStatus(shown, status)}
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
