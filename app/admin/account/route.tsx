import { Link } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { FormSection } from '../form-section.tsx';
import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';
import { useAccount } from '../session.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { EverywhereSection } from './everywhere-section.tsx';

import { SecondStepSection } from './second-step-section.tsx';

export const meta = () => adminMeta('Account');

/** The account of whoever is signed in: its password, its second step, its sessions. */
export default function Account() {
  const { user } = useAccount();
  return (
    <>
      <PlainScreen title="Account" intro={`You are signed in as ${user.email}`} />
      <div className="mt-6 grid max-w-xl gap-5">
        <FormSection title="Change password" intro="Your other devices are signed out with it.">
          <ChangePasswordForm />
        </FormSection>
        <SecondStepSection />
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
