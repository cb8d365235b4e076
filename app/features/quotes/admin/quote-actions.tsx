import { useState } from 'react';
import { Link } from 'react-router';
import { useHasMailServer } from '#app/admin/query-client.ts';
import { SmallField } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { formatMoment, toIsoDay } from '#app/lib/dates.ts';
import { formatCents } from '#app/lib/prices.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { describeSelection } from '../describe-event.ts';
import { quoteContentSchema, quoteSelectionSchema } from '../quote-content.ts';
import { QuoteLines, QuoteTotalsList } from '../quote-document.tsx';
import { isOpenQuote } from '../quote-states.ts';
import {
  calculateTotals,
  getPossibleSelection,
  getProposedSelection,
  isSameSelection,
  offersChoice,
  readPostedSelection,
} from '../quote-totals.ts';
import type { Quote } from '../quotes.ts';
import {
  createQuoteLink,
  describeAgreement,
  explainState,
  extendQuote,
  recordQuoteAcceptance,
  resendQuote,
  revokeQuoteLinks,
  withdrawQuote,
} from '../staff-actions.ts';
import { FormDialog, type SectionProps, useQuoteAction } from './use-quote-action.tsx';

type OpenDialog = 'extend' | 'withdraw' | 'phone' | 'revoke' | 'resend';

export function QuoteActions({ quote, history }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useQuoteAction();
  const [link, setLink] = useState<string>();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  const isOpen = isOpenQuote(quote.state);
  const agreement = describeAgreement(quote);
  const chosen = isOpen && describeChoice(quote, history);
  const isErased = quote.erased_at !== null;
  const hasMailServer = useHasMailServer();

  async function createLink() {
    const token = await createQuoteLink(client, quote.id);
    if (!token) return 'This quote has no link.';
    setLink(`${window.location.origin}/quotes/${token}`);
    return undefined;
  }

  async function sendAgain() {
    const status = await resendQuote(client, quote.id);
    if (status === 'too_many')
      return 'This email was sent five times today. Please try again tomorrow.';
    if (status !== 'sent') return "The email wasn't sent again.";
    return hasMailServer()
      ? undefined
      : 'There is no mail server, so no email was sent. Create a link for the customer instead.';
  }

  return (
    <FormSection
      title={describeState(quote)}
      intro={isOpen && `The customer can accept it until ${formatCalendarDay(quote.valid_until)}.`}
    >
      {agreement && <p className="mb-4 max-w-prose wrap-anywhere">{agreement}</p>}
      {chosen && <p className="mb-4 max-w-prose wrap-anywhere">{chosen}</p>}
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        {isOpen && (
          <Action onClick={() => setOpenDialog('phone')} disabled={busy}>
            Accepted by phone
          </Action>
        )}
        {!isErased && (
          <Action onClick={() => run(createLink, 'A new link is ready.')} disabled={busy}>
            Create a link
          </Action>
        )}
        {(isOpen || quote.state === 'accepted') && quote.customer_email && (
          <Action onClick={() => setOpenDialog('resend')} disabled={busy}>
            Send the email again
          </Action>
        )}
        {(isOpen || quote.state === 'expired') && (
          <Action onClick={() => setOpenDialog('extend')} disabled={busy}>
            Extend
          </Action>
        )}
        <Link
          to={`/admin/quote-builder/new?quote=${quote.id}`}
          className={buttonClass('secondary', 'max-sm:px-2')}
        >
          Duplicate
        </Link>
        {(isOpen || quote.state === 'expired' || quote.state === 'declined') && (
          <Action onClick={() => setOpenDialog('withdraw')} disabled={busy}>
            Withdraw
          </Action>
        )}
        {!isErased && (
          <Action onClick={() => setOpenDialog('revoke')} disabled={busy}>
            Turn off all links
          </Action>
        )}
      </div>
      {link && <NewLink link={link} />}
      {openDialog === 'phone' && (
        <PhoneAcceptance quote={quote} history={history} onClose={close} />
      )}
      {openDialog === 'extend' && <ExtendDialog quote={quote} onClose={close} />}
      {openDialog === 'withdraw' && <WithdrawDialog quote={quote} onClose={close} />}
      <ConfirmDialog
        open={openDialog === 'resend'}
        title="Send the email again?"
        confirmLabel="Send again"
        busy={busy}
        onClose={close}
        onConfirm={() => run(sendAgain, 'Email sent again.', close)}
      >
        <span className="wrap-anywhere">
          {quote.state === 'accepted'
            ? `This sends the agreement to ${quote.customer_email} again.`
            : `This sends version ${quote.version} to ${quote.customer_email} again.`}
        </span>
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'revoke'}
        title="Turn off all links to this quote?"
        confirmLabel="Turn off all links"
        busy={busy}
        onClose={close}
        onConfirm={() =>
          run(
            async () => {
              await revokeQuoteLinks(client, quote.id);
              setLink(undefined);
              return undefined;
            },
            'All links to this quote are off.',
            close,
          )
        }
      >
        Links in emails will stop working. You can create or send a new one.
      </ConfirmDialog>
    </FormSection>
  );
}

/** The token is stored nowhere: the link is shown until the screen is left. */
function NewLink({ link }: { link: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <SmallField
          label="New link for the customer. Copy it now: we won't show it again."
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <CopyButton key={link} text={link} />
    </div>
  );
}

function Action(props: { onClick: () => void; disabled: boolean; children: string }) {
  return <Button variant="secondary" className="max-sm:px-2" {...props} />;
}

type DialogProps = { quote: Quote; onClose: () => void };

function ExtendDialog({ quote, onClose }: DialogProps) {
  const client = useAdminClient();
  const today = toIsoDay(new Date());
  const [until, setUntil] = useState(
    quote.valid_until && quote.valid_until > today ? quote.valid_until : today,
  );
  async function extend() {
    const result = await extendQuote(client, quote.id, until);
    return result.status === 'invalid'
      ? 'Please choose a date between today and two years from now.'
      : explainState(result, 'extended');
  }
  return (
    <FormDialog
      size="sm"
      title="Extend the quote"
      submit={{
        label: 'Extend',
        run: extend,
        done: 'New date saved.',
      }}
      onClose={onClose}
    >
      <TextField
        label="Valid until"
        type="date"
        min={today}
        required
        value={until}
        onChange={(event) => setUntil(event.target.value)}
        hint="Only the date changes. The version stays the same, and the log records the change."
      />
    </FormDialog>
  );
}

function WithdrawDialog({ quote, onClose }: DialogProps) {
  const client = useAdminClient();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      size="sm"
      title="Withdraw the quote"
      submit={{
        label: 'Withdraw',
        run: async () => explainState(await withdrawQuote(client, quote.id, reason), 'withdrawn'),
        done: 'Quote withdrawn.',
      }}
      onClose={onClose}
    >
      <p>
        The customer can no longer accept it, and you can't change or send it again. You can
        duplicate it.
      </p>
      <TextField
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        hint="Kept in the log. The customer doesn't see it."
      />
    </FormDialog>
  );
}

/** The customer's selection in the latest version, which is not binding; undefined without a choice. */
function describeChoice(
  { selection, version, offered_cents }: Quote,
  { versions }: SectionProps['history'],
): string | undefined {
  const sent = versions.find((row) => row.version === version);
  const { data: content } = quoteContentSchema.safeParse(sent?.content);
  if (!content || !selection || offered_cents === null) return undefined;
  const first = quoteSelectionSchema.nullable().parse(sent?.selection ?? null);
  if (isSameSelection(selection, first ?? getProposedSelection(content))) return undefined;
  return `Selected by the customer, but not accepted: ${describeSelection(content, selection)}, ${formatCents(offered_cents)} in total. A new version starts with your proposal.`;
}

function describeState({
  state,
  version,
  valid_until,
  accepted_at,
  agreed_cents,
  decline_reason,
}: Quote) {
  switch (state) {
    case 'accepted':
      return `Accepted on ${formatMoment(accepted_at ?? '')} for ${formatCents(agreed_cents ?? 0)}`;
    case 'declined':
      return decline_reason ? `Declined: ${decline_reason}` : 'Declined';
    case 'expired':
      return `Expired on ${formatCalendarDay(valid_until)}`;
    case 'withdrawn':
      return 'Withdrawn';
    case 'change_requested':
      return `The customer asked for a change to version ${version}`;
    case 'viewed':
      return `The customer has seen version ${version}`;
    default:
      return `Version ${version} was sent`;
  }
}

function PhoneAcceptance({ quote, history, onClose }: SectionProps & { onClose: () => void }) {
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
        done: 'Acceptance recorded.',
      }}
      onInput={(form) => setSelection(readPostedSelection(new FormData(form)))}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {hasChoice ? 'Select what the customer chose. ' : 'This is what the customer accepted. '}
        We mark the quote as accepted by phone and email the customer a copy.
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
        label="Who accepted"
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
