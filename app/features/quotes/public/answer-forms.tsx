import type { ComponentProps } from 'react';
import { formatMoment } from '#app/lib/dates.ts';
import { DraftedForm, PostedForm } from '#app/site/drafted-form.tsx';
import { draftKey } from '#app/site/form-messages.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import type { CustomerQuote } from '../customer-quote.ts';
import { QuoteHead, QuoteLines, QuoteTerms, QuoteTotalsList } from '../quote-document.tsx';
import { isOpenQuote } from '../quote-states.ts';
import type { QuoteFormResult } from './receive-answer.server.ts';

type AnswerFormProps = Omit<ComponentProps<typeof DraftedForm>, 'draftKey'> & {
  /** The quote's number: its path contains the token, which must not stay in the browser. */
  quoteNumber: string;
  /** Tells the forms of a quote apart. */
  name: string;
};

export function AnswerForm({ quoteNumber, name, ...props }: AnswerFormProps) {
  return <DraftedForm {...props} draftKey={draftKey('answer', `${quoteNumber}#${name}`)} />;
}

type MessagesProps = {
  quote: CustomerQuote;
  /** True if there are newer messages than these. */
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
                ? `You${type === 'change' ? ' asked for a change' : ''}`
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
        {canChange ? 'Have a question or want a change?' : 'Have a question?'}
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
              className="size-5 shrink-0 accent-brand"
            />
            Please send me a changed version
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
          label="Your reason (optional)"
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
        Reminders about this quote are off.
      </p>
    );
  }
  return (
    <PostedForm id="reminders" className="mt-6 print:hidden">
      <Button type="submit" name="intent" value="stop" variant="secondary">
        Stop reminders about this quote
      </Button>
    </PostedForm>
  );
}

type ReviewFormProps = {
  quote: CustomerQuote;
  pageUrl: string;
  review: NonNullable<QuoteFormResult['review']>;
  typedName: string;
};

export function ReviewForm({ quote, pageUrl, review, typedName }: ReviewFormProps) {
  const { document, customer } = quote;
  const { agreement } = review;
  const { selection } = agreement;
  return (
    <>
      <h2 className="display text-2xl">Please check what you're agreeing to</h2>
      <p className="mt-2 mb-6 max-w-prose">
        This is everything you agree to when you accept. If something is wrong,{' '}
        <a href={pageUrl} className="drawn-link">
          go back and change it
        </a>
        .
      </p>
      <QuoteHead document={document} validUntil={agreement.validUntil} customer={customer} />
      <QuoteLines
        content={document.content}
        totals={agreement.totals}
        selection={selection}
        isChoosing={false}
      />
      <QuoteTotalsList content={document.content} totals={agreement.totals} />
      <QuoteTerms content={document.content} />
      <PostedForm className="mt-8 grid gap-5 border border-line bg-sheet p-5 sm:p-8">
        <input type="hidden" name="version" value={agreement.version} />
        <input type="hidden" name="agreement" value={review.agreementSha256} />
        <input type="hidden" name="attempt" value={review.attempt} />
        {selection.alternative && (
          <input type="hidden" name="alternative" value={selection.alternative} />
        )}
        {selection.options.map((id) => (
          <input key={id} type="hidden" name="option" value={id} />
        ))}
        <TextField
          label="Your full name"
          name="name"
          autoComplete="name"
          required
          minLength={2}
          maxLength={120}
          defaultValue={typedName}
        />
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            name="consent"
            value={agreement.consent}
            required
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          {agreement.consent}
        </label>
        <div>
          <Button type="submit" name="intent" value="accept">
            Accept this {agreement.type}
          </Button>
        </div>
      </PostedForm>
    </>
  );
}
