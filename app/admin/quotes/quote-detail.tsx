import type { QuoteRequest, QuoteStatus } from '#app/data/quote-requests.ts';
import { quoteReplyDraft } from '#app/domain/enquiries/mailto.ts';
import { DetailList, DetailSection, PersonDetails, WrittenText } from '../enquiries/detail.tsx';
import { EnquiryDetail, type EnquiryFrame } from '../enquiries/enquiry-detail.tsx';
import { PersonSection } from '../privacy/person-section.tsx';
import { QuoteStatusBadge } from './columns.tsx';
import { InspirationImages } from './inspiration-images.tsx';
import { NotesEditor } from './notes-editor.tsx';
import type { Notes } from './use-notes.ts';

type QuoteDetailProps = EnquiryFrame<QuoteStatus> & { row: QuoteRequest; notes: Notes };

export function QuoteDetail({ row, notes, ...frame }: QuoteDetailProps) {
  return (
    <EnquiryDetail
      title="Quote Request Details"
      row={row}
      badge={<QuoteStatusBadge status={row.status} />}
      statuses={[
        { value: 'pending', label: 'Pending' },
        { value: 'responded', label: 'Responded' },
      ]}
      replyHref={quoteReplyDraft(row)}
      {...frame}
    >
      <DetailSection title="Customer Information">
        <PersonDetails name={row.customer_name} email={row.email} phone={row.phone} />
      </DetailSection>
      <DetailSection title="Project Details">
        <DetailList
          items={[
            ['Type', row.project_type],
            ['Material', row.material_type],
            ['Color', row.color],
            ['Size', row.size],
            ['Style', row.shed_style],
            ['Budget', row.budget_range],
            ['Timeline', row.timeline],
          ]}
        />
      </DetailSection>
      <DetailSection title="Description">
        <WrittenText>{row.description}</WrittenText>
      </DetailSection>
      {row.custom_message && (
        <DetailSection title="Additional Message">
          <WrittenText>{row.custom_message}</WrittenText>
        </DetailSection>
      )}
      <DetailSection title={`Inspiration Images (${row.inspiration_images.length})`}>
        <InspirationImages paths={row.inspiration_images} />
      </DetailSection>
      <div className="mt-6">
        <NotesEditor row={row} notes={notes} />
      </div>
      <PersonSection email={row.email} />
    </EnquiryDetail>
  );
}
