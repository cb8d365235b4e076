import { useState } from 'react';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { formatDay, formatMoment, toIsoDay } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import type { QuoteHistory } from '../quotes.ts';
import { deleteQuoteReminder, explainReminder, saveQuoteReminder } from '../staff-actions.ts';
import {
  FormDialog,
  type QuoteProps,
  type SectionProps,
  useQuoteAction,
} from './use-quote-action.tsx';

type Reminder = QuoteHistory['reminders'][number];

const maxReminders = 3;

export function Reminders({ quote, history }: SectionProps) {
  const client = useAdminClient();
  const { busy, run } = useQuoteAction();
  const [edited, setEdited] = useState<Reminder | 'new'>();
  const reminders = history.reminders.filter(({ version }) => version === quote.version);
  const waiting = reminders.filter(({ status }) => status === 'waiting');
  const used = reminders.filter(({ status }) => status !== 'cancelled');
  const canChange = quote.state === 'sent' || quote.state === 'viewed';
  if (!canChange && used.length === 0) return null;
  const isPossible = canChange && quote.customer_email !== null && !quote.reminders_stopped_at;

  return (
    <FormSection title="Reminders" intro={describeReminders()}>
      {used.length > 0 && (
        <ul className="mb-4 grid gap-3">
          {used.map((reminder) => (
            <li
              key={reminder.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b pb-3"
            >
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <p className="font-medium">
                  {reminder.status === 'waiting'
                    ? `Due ${formatMoment(reminder.due_at)}`
                    : `Sent ${formatMoment(reminder.queued_at ?? reminder.due_at)}`}
                </p>
                <p className="whitespace-pre-wrap text-ink-soft">
                  {reminder.body || 'No message of your own'}
                </p>
              </div>
              {reminder.status === 'waiting' && (
                <div className="flex gap-3">
                  <Button
                    variant="secondary"
                    disabled={busy}
                    aria-label={`Change the reminder of ${formatDay(reminder.due_at)}`}
                    onClick={() => setEdited(reminder)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="secondary"
                    disabled={busy}
                    aria-label={`Remove the reminder of ${formatDay(reminder.due_at)}`}
                    onClick={() =>
                      run(async () => {
                        await deleteQuoteReminder(client, reminder.id);
                        return undefined;
                      }, 'Reminder removed.')
                    }
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {isPossible && used.length < maxReminders && (
        <Button variant="secondary" disabled={busy} onClick={() => setEdited('new')}>
          Add a reminder
        </Button>
      )}
      {edited && (
        <ReminderDialog
          quote={quote}
          reminder={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </FormSection>
  );

  function describeReminders(): string {
    if (quote.reminders_stopped_at) return 'The customer turned off reminders for this quote.';
    if (!quote.customer_email)
      return 'The customer has no email address, so no reminders are sent.';
    const [next] = waiting;
    if (!next) return 'No reminders are scheduled.';
    return `The next one goes out on ${formatMoment(next.due_at)} Any answer stops them.`;
  }
}

type ReminderDialogProps = QuoteProps & { reminder: Reminder | undefined; onClose: () => void };

function ReminderDialog({ quote, reminder, onClose }: ReminderDialogProps) {
  const client = useAdminClient();
  const today = toIsoDay(new Date());
  const [day, setDay] = useState(reminder ? toIsoDay(reminder.due_at) : today);
  const [body, setBody] = useState(reminder?.body ?? '');
  const save = async () =>
    explainReminder(await saveQuoteReminder(client, quote.id, { id: reminder?.id, day, body }));
  return (
    <FormDialog
      title={reminder ? 'Change the reminder' : 'Add a reminder'}
      submit={{ label: 'Save the reminder', run: save, done: 'Reminder saved.' }}
      onClose={onClose}
    >
      <TextField
        label="Day"
        type="date"
        required
        min={today}
        max={quote.valid_until ?? undefined}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        hint="Sent at 10 in the morning. Weekend dates move to Monday."
      />
      <TextAreaField
        label="Your message"
        rows={4}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
        hint="The email also includes the link, the total, the last day, and a way to stop reminders."
      />
    </FormDialog>
  );
}
