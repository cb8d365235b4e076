import { useState } from 'react';
import { useAdminClient } from '#app/admin/session.ts';
import { formatCents } from '#app/lib/prices.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { getPossibleSelection, offersChoice } from '../option-selection.ts';
import { readPostedSelection } from '../posted-selection.ts';
import { quoteContentSchema, quoteSelectionSchema } from '../quote-content.ts';
import { QuoteLines, QuoteTotalsList } from '../quote-document.tsx';
import { calculateTotals } from '../quote-totals.ts';
import { recordQuoteAcceptance } from '../quotes.ts';
import { explainState } from '../staff-messages.ts';
import { FormDialog } from './form-dialog.tsx';
import type { SectionProps } from './use-quote-action.ts';

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
