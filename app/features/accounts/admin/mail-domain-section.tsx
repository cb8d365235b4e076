import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { logError } from '#app/admin/log-error.ts';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { findProvider } from '../mail-providers.ts';
import { checkMailDomain, type DomainFinding, explainDomain } from '../mail-settings.ts';

type MailDomainSectionProps = {
  senderAddress: string;
  host: string | undefined;
  storedSelector: string | null;
};

/** How receivers verify emails from the sender's domain: SPF, DKIM and DMARC. */
export function MailDomainSection({ senderAddress, host, storedSelector }: MailDomainSectionProps) {
  const client = useAdminClient();
  const [selector, setSelector] = useState(storedSelector ?? findProvider(host)?.selector ?? '');
  const [isChecking, setChecking] = useState(false);
  const [findings, setFindings] = useState<DomainFinding[]>();
  const [errorMessage, setErrorMessage] = useState('');
  const [, domain = ''] = senderAddress.split('@');
  if (!domain.includes('.')) return null;

  async function check(event: FormEvent) {
    event.preventDefault();
    if (isChecking) return;
    setChecking(true);
    setErrorMessage('');
    try {
      const found = await checkMailDomain(client, selector.trim());
      setFindings(found && explainDomain(found, host));
    } catch (error) {
      logError('Domain check failed', error);
      setErrorMessage("Couldn't check the domain. Please try again.");
    }
    setChecking(false);
  }

  return (
    <FormSection
      title="Your domain"
      intro={`Three DNS records of ${domain} show that your emails really come from you. Without them, emails often land in spam.`}
    >
      <form noValidate className="grid gap-5" onSubmit={check}>
        <TextField
          label="DKIM selector"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          hint="Find it in your mail provider's DKIM settings. Leave empty to skip DKIM."
          value={selector}
          onChange={({ target }) => setSelector(target.value)}
        />
        <div>
          <Button
            type="submit"
            variant="secondary"
            className="aria-disabled:opacity-60"
            aria-disabled={isChecking}
          >
            {isChecking ? 'Checking...' : `Check ${domain}`}
          </Button>
        </div>
      </form>
      <div role="status" className="mt-4 empty:hidden">
        {errorMessage && <p className="font-medium text-barn">{errorMessage}</p>}
        {findings && (
          <ul className="divide-y divide-line">
            {findings.map((finding) => (
              <Finding key={finding.label} {...finding} />
            ))}
          </ul>
        )}
      </div>
    </FormSection>
  );
}

function Finding({ label, isGood, text, record }: DomainFinding) {
  const Icon = isGood === undefined ? CircleHelp : isGood ? CircleCheck : CircleAlert;
  const color = isGood === undefined ? 'text-ink-soft' : isGood ? 'text-moss' : 'text-barn';
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} strokeWidth={1.75} />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong>{label}:</strong> {text}
        </p>
        {record && <p className="mt-1 text-ink-soft text-sm">{record}</p>}
      </div>
    </li>
  );
}
