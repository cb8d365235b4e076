import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Link } from 'react-router';
import type { SettingsInput } from '#app/domain/content/settings-form.ts';
import { TextField } from '#app/ui/field.tsx';
import { FormSection } from '../form-section.tsx';
import { LastRetentionRun } from '../privacy/last-retention-run.tsx';

type PrivacySectionProps = {
  register: UseFormRegister<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

/**
 * How long enquiries are kept, what was removed last, and the way to everything else about privacy.
 */
export function PrivacySection({ register, errors }: PrivacySectionProps) {
  return (
    <FormSection
      title="Privacy"
      intro="Older quote requests and contact messages are removed every day, with their pictures and their consents to news."
    >
      <TextField
        label="Keep enquiries for, in months"
        inputMode="numeric"
        hint="Between 1 and 120. Leave it empty to keep them for good."
        error={errors.retention_months?.message}
        {...register('retention_months')}
      />
      <LastRetentionRun />
      <p className="mt-3">
        <Link to="/admin/privacy" className="drawn-link inline-flex min-h-11 items-center">
          Export or erase what a person has sent, change the privacy page
        </Link>
      </p>
    </FormSection>
  );
}
