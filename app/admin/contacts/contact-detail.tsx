import type { ReactNode } from 'react';
import type { ContactStatus, ContactSubmission } from '#app/data/contact-submissions.ts';
import type { UnsentMail } from '#app/domain/enquiry-mail.ts';
import { contactReplyDraft } from '#app/domain/reply-draft.ts';
import { ContactLink, DetailList, DetailSection, WrittenText } from '../enquiries/detail.tsx';
import { EnquiryDetail } from '../enquiries/enquiry-detail.tsx';
import { PersonSection } from '../privacy/person-section.tsx';
import { ContactStatusBadge } from './contact-status.tsx';

type ContactDetailProps = {
  row: ContactSubmission;
  mail: UnsentMail | undefined;
  onSendAgain: () => void;
  onStatus: (status: ContactStatus) => void;
  onSpam: () => void;
  onDelete: () => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  /** Dialogs that open over this one. */
  children: ReactNode;
};

/** A whole contact message, and what can be done with it. */
export function ContactDetail({ row, children, ...frame }: ContactDetailProps) {
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
      {...frame}
    >
      <DetailSection title="Contact Information">
        <DetailList
          items={[
            ['Name', row.name],
            ['Email', <ContactLink key="email" scheme="mailto" value={row.email} />],
            ['Phone', row.phone && <ContactLink key="phone" scheme="tel" value={row.phone} />],
          ]}
        />
      </DetailSection>
      <DetailSection title="Subject">
        <WrittenText>{row.subject?.trim() || 'No subject provided'}</WrittenText>
      </DetailSection>
      <DetailSection title="Message">
        <WrittenText>{row.message}</WrittenText>
      </DetailSection>
      <PersonSection email={row.email} />
      {children}
    </EnquiryDetail>
  );
}
