import type { ContactStatus, ContactSubmission } from '#app/data/contact-submissions.ts';
import { contactReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { DetailSection, PersonDetails, SecondPart, WrittenText } from '../enquiries/detail.tsx';
import { EnquiryDetail, type EnquiryFrame } from '../enquiries/enquiry-detail.tsx';
import { PersonSection } from '../privacy/person-section.tsx';
import { ContactStatusBadge } from './columns.tsx';

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
      <SecondPart>
        <PersonSection email={row.email} />
      </SecondPart>
    </EnquiryDetail>
  );
}
