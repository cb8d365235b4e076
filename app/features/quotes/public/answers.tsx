import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import type { CustomerQuote } from '../customer-quote.ts';
import { isOpenQuote } from '../quote-states.ts';
import { AnswerForm } from './answer-form.tsx';

type MessagesProps = {
  quote: CustomerQuote;
  /** Whether these are messages before the newest ones. */
  isEarlier: boolean;
};

export function Messages({ quote, isEarlier }: MessagesProps) {
  const { messages, earlierMessagesBefore } = quote;
  if (messages.length === 0) return null;
  return (
    <section id="messages" className="mt-8">
      <h2 className="display text-2xl">Messages</h2>
      {earlierMessagesBefore && (
        <p className="mt-3 print:hidden">
          <a href={`?messages=${earlierMessagesBefore}#messages`} className="drawn-link">
            Earlier messages
          </a>
        </p>
      )}
      <ul className="mt-3 grid gap-4">
        {messages.map(({ author, type, body, at }) => (
          <li key={at + body} className="border-line border-l-4 pl-4">
            <p className="text-ink-soft text-sm">
              {author === 'customer'
                ? `You${type === 'change' ? ', a requested change' : ''}`
                : 'Our answer'}
              , <time dateTime={at}>{formatMoment(at)}</time>
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
          </li>
        ))}
      </ul>
      {isEarlier && (
        <p className="mt-3 print:hidden">
          <a href="?#messages" className="drawn-link">
            Newest messages
          </a>
        </p>
      )}
    </section>
  );
}

type MessageFormProps = {
  quote: CustomerQuote;
  id: string;
  values: Record<string, string> | undefined;
};

export function MessageForm({ quote, id, values }: MessageFormProps) {
  if (quote.state === 'withdrawn') return null;
  const canChange = isOpenQuote(quote.state) || quote.state === 'expired';
  return (
    <section className="mt-8 border border-line bg-sheet p-5 sm:p-8 print:hidden">
      <h2 className="display text-2xl">
        {canChange ? 'A question, or something to change?' : 'A question?'}
      </h2>
      <AnswerForm
        quoteNumber={quote.number}
        name="message"
        wasSent={(fields) => quote.messages.some(({ body }) => body === fields.get('body')?.trim())}
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="attempt" value={id} />
        <TextAreaField
          label="Your message"
          name="body"
          required
          rows={4}
          maxLength={5000}
          defaultValue={values?.body ?? ''}
        />
        {canChange && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="type"
              value="change"
              defaultChecked={values?.type === 'change'}
              className="size-5 shrink-0 accent-barn"
            />
            I ask for a changed version
          </label>
        )}
        <div>
          <Button type="submit" name="intent" value="message" variant="secondary">
            Send the message
          </Button>
        </div>
      </AnswerForm>
    </section>
  );
}

export function DeclineForm({ quote, reason }: { quote: CustomerQuote; reason: string }) {
  return (
    <details className="mt-6 print:hidden" open={reason !== ''}>
      <summary className="min-h-11 cursor-pointer py-2">Decline this quote</summary>
      <AnswerForm
        quoteNumber={quote.number}
        name={`decline-${quote.version}`}
        className="mt-3 grid gap-4"
      >
        <input type="hidden" name="version" value={quote.version} />
        <TextAreaField
          label="Why, if you like to tell us"
          name="reason"
          rows={3}
          maxLength={2000}
          defaultValue={reason}
        />
        <div>
          <Button type="submit" name="intent" value="decline" variant="secondary">
            Decline
          </Button>
        </div>
      </AnswerForm>
    </details>
  );
}

export function StopReminders({ quote }: { quote: CustomerQuote }) {
  if (quote.remindersStopped) {
    return (
      <p id="reminders" className="mt-6 text-ink-soft print:hidden">
        You get no reminders about this quote.
      </p>
    );
  }
  return (
    <form id="reminders" method="post" className="mt-6 print:hidden">
      <Button type="submit" name="intent" value="stop" variant="secondary">
        No reminders about this quote
      </Button>
    </form>
  );
}
