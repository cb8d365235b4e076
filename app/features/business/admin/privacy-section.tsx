import { useQuery } from '@tanstack/react-query';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Link } from 'react-router';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { TextField } from '#app/ui/field.tsx';
import { readLastRetentionRun } from '../daily-runs.ts';
import { describeRetention } from '../describe-retention.ts';
import type { SettingsInput } from '../settings-form.ts';

type PrivacySectionProps = {
  register: UseFormRegister<SettingsInput>;
  errors: FieldErrors<SettingsInput>;
};

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

function LastRetentionRun() {
  const client = useAdminClient();
  const { data: run, isError } = useQuery({
    queryKey: ['retention_runs'],
    queryFn: async () => (await readLastRetentionRun(client)) ?? null,
  });
  return (
    <p className="mt-4 text-ink-soft">
      {run !== undefined
        ? describeRetention(run)
        : isError && 'What was removed last could not be loaded.'}
    </p>
  );
}
