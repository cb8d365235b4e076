import { useEffect, useEffectEvent } from 'react';
import {
  DetailSection,
  PersonDetails,
  SecondPart,
  WrittenText,
} from '#app/admin/records/detail-rows.tsx';
import { useOpenRow } from '#app/admin/records/use-records.tsx';
import { PersonSection } from '#app/features/privacy/person-section.tsx';
import {
  type ContactStatus,
  type ContactSubmission,
  contactInbox,
  deleteContactSubmission,
  updateContactSubmission,
} from '../contact-submissions.ts';
import { contactReplyDraft } from '../mailto.ts';
import { ContactStatusBadge, contactColumns, contactLabels } from './contact-columns.tsx';
import { EnquiryDetail, type EnquiryFrame } from './enquiry-detail.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { RequestFromMessage } from './request-from-message.tsx';
import { useEnquiryChanges } from './use-enquiry-changes.ts';
import { useInboxColumns } from './use-inbox-columns.tsx';
import { useInboxScreen } from './use-inbox-screen.ts';
import { useUnsentMails } from './use-unsent-mails.ts';

const getName = (row: ContactSubmission) => row.name;

const exports = {
  table: contactInbox.table,
  load: async () => {
    const { contactExportColumns, exportContactSubmissions } = await import(
      '../enquiry-exports.ts'
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
