import { useEffect, useEffectEvent } from 'react';
import {
  type ContactStatus,
  type ContactSubmission,
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '#app/data/contact-submissions.ts';
import { contactReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { DetailSection, PersonDetails, SecondPart, WrittenText } from '../enquiries/detail.tsx';
import { EnquiryDetail, type EnquiryFrame } from '../enquiries/enquiry-detail.tsx';
import { InboxScreen } from '../enquiries/inbox-screen.tsx';
import { useEnquiryChanges } from '../enquiries/use-enquiry-changes.ts';
import { useInboxColumns } from '../enquiries/use-inbox-columns.tsx';
import { useInboxScreen } from '../enquiries/use-inbox-screen.ts';
import { useUnsentMails } from '../enquiries/use-unsent-mails.ts';
import { useOpenRow } from '../lists/use-open-row.tsx';
import { PersonSection } from '../privacy/person-section.tsx';
import { ContactStatusBadge, contactColumns, contactLabels } from './columns.tsx';
import { RequestFromMessage } from './request-from-message.tsx';

const getName = (row: ContactSubmission) => row.name;

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
    // Opening spam does not mark it read.
    if (shown?.status === 'unread' && !shown.is_spam) {
      changes.setStatus(shown, 'read', { silent: true });
    }
  });
  const shownId = shown?.id;
  useEffect(() => {
    if (shownId !== undefined) markRead();
  }, [shownId]);

  const columns = useInboxColumns({
    ...{ columns: contactColumns, labels: contactLabels, mails, changes, getName },
    onView: (row) => open.open(row.id),
    getReplyHref: contactReplyDraft,
  });

  return (
    <>
      <InboxScreen
        screen={screen}
        columns={columns}
        rowClassName={(row) =>
          row.status === 'unread' ? 'bg-pine shadow-[inset_4px_0_0_var(--color-barn)]' : 'bg-sheet'
        }
        getName={getName}
        exports={exports}
        isOpening={open.isOpening}
      />
      {shown ? <ContactDetail row={shown} {...changes.getFrame(shown)} /> : changes.dialogs}
      {open.states}
    </>
  );
}

type ContactDetailProps = EnquiryFrame<ContactStatus> & { row: ContactSubmission };

export function ContactDetail({ row, ...frame }: ContactDetailProps) {
  return (
    <EnquiryDetail
      title="Contact Submission Details"
      row={row}
      badge={<ContactStatusBadge status={row.status} />}
      statuses={[
        { value: 'unread', label: 'Mark Unread' },
        { value: 'read', label: 'Mark Read' },
      ]}
      replyHref={contactReplyDraft(row)}
      quoteHref={`/admin/quote-builder/new?message=${row.id}`}
      person={row}
      {...frame}
    >
      <DetailSection title="Subject">
        <WrittenText>{row.subject?.trim() || 'No subject provided'}</WrittenText>
      </DetailSection>
      <DetailSection title="Message">
        <WrittenText>{row.message}</WrittenText>
      </DetailSection>
      <DetailSection title="Contact Information">
        <PersonDetails name={row.name} email={row.email} phone={row.phone} />
      </DetailSection>
      <RequestFromMessage message={row} />
      <SecondPart>
        <PersonSection email={row.email} />
      </SecondPart>
    </EnquiryDetail>
  );
}
