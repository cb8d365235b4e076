import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { CustomerQuote } from '../customer-quote.ts';
import { QuoteHead, QuoteLines, QuoteTerms, QuoteTotalsList } from '../quote-document.tsx';
import type { QuoteFormResult } from './receive-answer.server.ts';

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
      <h2 className="display text-2xl">Please check what you agree to</h2>
      <p className="mt-2 mb-6 max-w-prose">
        This is everything that is agreed when you accept. If something is wrong,{' '}
        <a href={pageUrl} className="drawn-link">
          go back and correct it
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
      <form method="post" className="mt-8 grid gap-5 border border-line bg-sheet p-5 sm:p-8">
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
            className="mt-0.5 size-5 shrink-0 accent-barn"
          />
          {agreement.consent}
        </label>
        <div>
          <Button type="submit" name="intent" value="accept">
            Accept this {agreement.type}
          </Button>
        </div>
      </form>
    </>
  );
}
