import { FormSection } from '#app/admin/screen-parts.tsx';
import { formatMoment } from '#app/lib/dates.ts';
import { AnswerForm } from './answer-form.tsx';
import type { SectionProps } from './use-quote-action.ts';

export function Messages({ quote, history: { messages } }: SectionProps) {
  if (messages.length === 0) return null;
  return (
    <FormSection title="Messages">
      <ul className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id} className="border-line border-l-4 pl-4">
            <p className="text-ink-soft text-sm">
              {message.author === 'staff' ? 'Our answer' : quote.customer_name || 'The customer'}
              {message.type === 'change' && ', a requested change'},{' '}
              {formatMoment(message.created_at)}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{message.body ?? 'Erased'}</p>
          </li>
        ))}
      </ul>
      {quote.erased_at === null && (
        <div className="mt-4">
          <AnswerForm quoteId={quote.id} label="Answer" />
        </div>
      )}
    </FormSection>
  );
}
