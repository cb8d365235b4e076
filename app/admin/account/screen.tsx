import { Link } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { FormSection } from '../form-section.tsx';
import { PageHeader } from '../page-header.tsx';
import { useAccount } from '../session.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { EverywhereSection } from './everywhere-section.tsx';

import { MfaSection } from './mfa-section.tsx';

export default function Account() {
  const { user } = useAccount();
  return (
    <>
      <PageHeader title="Account" intro={`You are signed in as ${user.email}`} />
      <div className="mt-6 grid max-w-xl gap-5">
        <FormSection title="Change password" intro="Your other devices are signed out with it.">
          <ChangePasswordForm />
        </FormSection>
        <MfaSection />
        <EverywhereSection />
        <FormSection
          title="Activity log"
          intro="Who has changed what in the admin panel, and who has signed in."
        >
          <Link to="/admin/activity" className={buttonClass('secondary')}>
            Open the activity log
          </Link>
        </FormSection>
        <p className="text-ink-soft text-sm">
          This website is made with free software.{' '}
          <a href="/licences.txt" className="drawn-link">
            Its licences
          </a>
        </p>
      </div>
    </>
  );
}
