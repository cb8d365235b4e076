import { useState } from 'react';
import { recordQuoteAcceptance } from '#app/data/quotes.ts';
import { formatCents } from '#app/domain/designs/price.ts';
import { quoteContentSchema, quoteSelectionSchema } from '#app/domain/quotes/content.ts';
import { readPostedSelection } from '#app/domain/quotes/posted-selection.ts';
import { getCarriedSelection, offersChoice } from '#app/domain/quotes/selection.ts';
import { explainState } from '#app/domain/quotes/staff-messages.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { QuoteLines, QuoteTotalsList } from '#app/ui/quote-document.tsx';
import { useAdminClient } from '../session.ts';
import type { SectionProps } from './quote-history.tsx';
import { useRun } from './use-run.ts';

/** Records what the customer has chosen and accepted on the telephone or in person. */
export function PhoneAcceptance({
  quote,
  history,
  onChanged,
  onClose,
}: SectionProps & { onClose: () => void }) {
  const client = useAdminClient();
  const { busy, run } = useRun(onChanged);
  const [attempt] = useState(() => crypto.randomUUID());
  // The version on which the dialog was opened: a newer one has to be looked at first.
  const [version] = useState(quote.version);
  const [name, setName] = useState(quote.customer_name);
  const [note, setNote] = useState('');
  const sent = history.versions.find((row) => row.version === version);
  const content = quoteContentSchema.safeParse(sent?.content).data;
  const [selection, setSelection] = useState(() => {
    const chosen = quoteSelectionSchema.safeParse(quote.selection).data ?? null;
    return content ? getCarriedSelection(content, chosen) : { alternative: null, options: [] };
  });
  if (!content) return null;
  const totals = calculateTotals(content, selection);
  const hasChoice = offersChoice(content);

  return (
    <Dialog
      open
      size="lg"
      title={`Version ${version} was accepted by phone`}
      onClose={onClose}
      hasUnsavedInput={note !== ''}
      footer={
        <Button type="submit" form="phone-acceptance" disabled={busy} className="w-full">
          Record the acceptance for {formatCents(totals.total)}
        </Button>
      }
    >
      <form
        id="phone-acceptance"
        onChange={(event) => setSelection(readPostedSelection(new FormData(event.currentTarget)))}
        onSubmit={(event) => {
          event.preventDefault();
          void run(
            async () =>
              explainState(
                await recordQuoteAcceptance(client, quote.id, {
                  version,
                  selection,
                  name,
                  note,
                  attempt,
                }),
                'accepted',
              ),
            'The acceptance is recorded.',
            onClose,
          );
        }}
      >
        <p className="text-ink-soft">
          {hasChoice
            ? 'Choose what the customer has chosen. '
            : 'This is what the customer has accepted. '}
          It is marked as accepted by phone, and the customer gets it by e-mail.
        </p>
        <QuoteLines
          content={content}
          totals={totals}
          selection={selection}
          isChoosing={hasChoice}
        />
        <QuoteTotalsList content={content} totals={totals} />
        <div className="mt-6 grid gap-4">
          <TextField
            label="Who has accepted"
            required
            minLength={2}
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextAreaField
            label="When, and what was said"
            rows={2}
            required
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  );
}
