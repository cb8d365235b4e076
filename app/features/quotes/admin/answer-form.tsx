import { useState } from 'react';
import { UnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { answerQuoteMessage } from '../quote-answers.ts';
import { explainAnswer } from '../staff-messages.ts';
import { useQuoteAction } from './use-quote-action.ts';

type AnswerFormProps = { quoteId: string; label: string };

/** Answers the customer at the quote and by e-mail. */
export function AnswerForm({ quoteId, label }: AnswerFormProps) {
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
          const result = await answerQuoteMessage(client, quoteId, id, body);
          const problem = explainAnswer(result);
          if (!problem || result.status === 'already_sent') setId(createUuid());
          if (!problem) setBody('');
          return problem;
        }, 'The answer is sent.');
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
