import type { QuoteRequest } from '#app/data/quote-requests.ts';
import { DetailList, DetailSection, PersonDetails, WrittenText } from '../enquiries/detail.tsx';

export function RequestFacts({ row }: { row: QuoteRequest }) {
  const message = row.custom_message?.trim();
  return (
    <>
      <DetailSection title="Description">
        <WrittenText>{row.description}</WrittenText>
      </DetailSection>
      <DetailSection title="Additional Message">
        {message ? (
          <WrittenText>{message}</WrittenText>
        ) : (
          <p className="text-ink-soft">Not given</p>
        )}
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
      <DetailSection title="Customer Information">
        <PersonDetails name={row.customer_name} email={row.email} phone={row.phone} />
      </DetailSection>
    </>
  );
}
