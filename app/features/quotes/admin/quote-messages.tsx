import { useState } from 'react';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { answerQuoteMessage, explainAnswer } from '../staff-actions.ts';
import { type SectionProps, useQuoteAction } from './use-quote-action.tsx';

export function Messages({ quote, history: { messages } }: SectionProps) {
  if (messages.length === 0) return null;
  return (
    <FormSection title="Messages">
      <ul className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id} className="border-line border-l-4 pl-4">
            <p className="text-ink-soft text-sm">
              {message.author === 'staff' ? 'Our answer' : quote.customer_name || 'The customer'}
              {message.type === 'change' && ' asked for a change'},{' '}
              {formatMoment(message.created_at)}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{message.body ?? 'Erased'}</p>
          </li>
        ))}
      </ul>
      {quote.erased_at === null && (
        <div className="mt-4">
          <AnswerForm
            quoteId={quote.id}
            label="Answer"
            askedAt={messages.findLast(({ author }) => author === 'customer')?.created_at}
          />
        </div>
      )}
    </FormSection>
  );
}

type AnswerFormProps = {
  quoteId: string;
  label: string;
  askedAt: string | undefined;
  seenAt?: string | null;
};

/**
 * Answers the customer at the quote and by email.
 *
 * @param askedAt when the customer wrote the latest message that is shown: later ones go on waiting
 * @param seenAt the quote's `unread_at`, which an answer outside of the quote's own screen marks as read
 */
export function AnswerForm({ quoteId, label, askedAt, seenAt }: AnswerFormProps) {
  const client = useAdminClient();
  const { busy, run } = useQuoteAction();
  const [body, setBody] = useState('');
  const [id, setId] = useState(() => createUuid());
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const result = await answerQuoteMessage(client, quoteId, id, body, { askedAt, seenAt });
          const problem = explainAnswer(result);
          if (!problem || result.status === 'already_sent') setId(createUuid());
          if (!problem) setBody('');
          return problem;
        }, 'Answer sent.');
      }}
    >
      <UnsavedInput when={body !== ''} />
      <TextAreaField
        label={label}
        rows={3}
        required
        maxLength={5000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <div>
        <Button type="submit" disabled={busy}>
          Send the answer
        </Button>
      </div>
    </form>
  );
}
