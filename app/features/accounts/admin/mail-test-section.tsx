import { useState } from 'react';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAccount, useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { sendTestMail, type TestOutcome } from '../mail-settings.ts';

export function MailTestSection() {
  const client = useAdminClient();
  const { user } = useAccount();
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome>();

  async function send() {
    if (isSending) return;
    setSending(true);
    setOutcome(undefined);
    setOutcome(await sendTestMail(client));
    setSending(false);
  }

  return (
    <FormSection
      title="Test message"
      intro={`We'll send it to your address, ${user.email}, with the saved settings.`}
    >
      <Button
        variant="secondary"
        className="aria-disabled:opacity-60"
        aria-disabled={isSending}
        onClick={send}
      >
        {isSending ? 'Sending...' : 'Send a test message'}
      </Button>
      <div role="status" className="mt-4 wrap-anywhere empty:hidden">
        {outcome && (
          <div className={outcome.isSent ? '' : 'warning'}>
            <p className={outcome.isSent ? 'font-medium text-moss' : 'font-semibold'}>
              {outcome.text}
            </p>
            {outcome.detail && (
              <p className="mt-1 text-ink-soft text-sm">Details: {outcome.detail}</p>
            )}
          </div>
        )}
      </div>
    </FormSection>
  );
}
