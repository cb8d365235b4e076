import { useQuery } from '@tanstack/react-query';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { mailSettingsKey, readMailSettings } from '../mail-settings.ts';
import { hasMfa } from '../mfa.ts';
import { MailDomainSection } from './mail-domain-section.tsx';
import { MailForm } from './mail-form.tsx';
import { MailTestSection } from './mail-test-section.tsx';
import { SentMailsSection } from './sent-mails-section.tsx';

export default function EmailScreen() {
  return (
    <>
      <PageHeader title="Email" intro="How the website sends email, and who gets it." />
      <div className="mt-6 grid max-w-2xl gap-5">
        {hasOwnBackend() ? <OwnSettings /> : <HostedSettings />}
        <SentMailsSection />
      </div>
    </>
  );
}

function HostedSettings() {
  return (
    <FormSection title="Mail server, sender and recipients">
      <div className="space-y-3">
        <p>
          This website runs on Supabase, so these can't be changed here. Whoever manages the
          Supabase project sets them as Edge Function secrets: <code>SMTP_URL</code> for the mail
          server, <code>MAIL_FROM</code> for the sender, and <code>MAIL_TO</code> for the address
          that gets your emails. Without <code>MAIL_TO</code>, we use the email in Business
          Settings.
        </p>
        <p>You can't send a test message or check your domain on Supabase.</p>
      </div>
    </FormSection>
  );
}

function OwnSettings() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: mailSettingsKey,
    queryFn: async () => {
      const [settings, needsCode, business] = await Promise.all([
        readMailSettings(client),
        hasMfa(client),
        readBusinessSettings(client),
      ]);
      return { settings, needsCode, business };
    },
    ...formQueryOptions,
  });
  return (
    <ListStates entityPlural="email settings" shape="form" query={query}>
      {({ settings, needsCode, business }) => (
        <>
          <MailForm
            settings={settings}
            business={business}
            hasMfa={needsCode}
            onSaved={async () => {
              await query.refetch();
            }}
          />
          <MailTestSection />
          <MailDomainSection
            key={settings.senderAddress}
            senderAddress={settings.senderAddress}
            host={settings.server?.host}
            storedSelector={settings.selector}
          />
        </>
      )}
    </ListStates>
  );
}
