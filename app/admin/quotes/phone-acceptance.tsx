import { useState } from 'react';
import { recordQuoteAcceptance } from '#app/data/quotes.ts';
import { formatCents } from '#app/domain/format/prices.ts';
import { createUuid } from '#app/domain/format/random-ids.ts';
import { quoteContentSchema, quoteSelectionSchema } from '#app/domain/quotes/content.ts';
import { readPostedSelection } from '#app/domain/quotes/posted-selection.ts';
import { getPossibleSelection, offersChoice } from '#app/domain/quotes/selection.ts';
import { explainState } from '#app/domain/quotes/staff-messages.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { QuoteLines, QuoteTotalsList } from '#app/ui/quote-document.tsx';
import { useAdminClient } from '../session.ts';
import { FormDialog } from './form-dialog.tsx';
import type { SectionProps } from './quote-history.tsx';

export function PhoneAcceptance({
  quote,
  history,
  onClose,
}: SectionProps & { onClose: () => void }) {
  const client = useAdminClient();
  const [attempt] = useState(() => createUuid());
  // The version that staff saw: a newer one must be reviewed first.
  const [version] = useState(quote.version);
  const [name, setName] = useState(quote.customer_name);
  const [note, setNote] = useState('');
  const sent = history.versions.find((row) => row.version === version);
  const content = quoteContentSchema.safeParse(sent?.content).data;
  const [selection, setSelection] = useState(() => {
    const chosen = quoteSelectionSchema.safeParse(quote.selection).data ?? null;
    return content ? getPossibleSelection(content, chosen) : { alternative: null, options: [] };
  });
  if (!content) return null;
  const totals = calculateTotals(content, selection);
  const hasChoice = offersChoice(content);

  const record = async () => {
    const acceptance = { version, selection, name, note, attempt };
    return explainState(await recordQuoteAcceptance(client, quote.id, acceptance), 'accepted');
  };

  return (
    <FormDialog
      size="lg"
      title={`Version ${version} was accepted by phone`}
      submit={{
        label: `Record the acceptance for ${formatCents(totals.total)}`,
        run: record,
        done: 'The acceptance is recorded.',
      }}
      onInput={(form) => setSelection(readPostedSelection(new FormData(form)))}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {hasChoice
          ? 'Choose what the customer has chosen. '
          : 'This is what the customer has accepted. '}
        It is marked as accepted by phone, and the customer gets it by e-mail.
      </p>
      <div>
        <QuoteLines
          content={content}
          totals={totals}
          selection={selection}
          isChoosing={hasChoice}
        />
        <QuoteTotalsList content={content} totals={totals} />
      </div>
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
    </FormDialog>
  );
}
