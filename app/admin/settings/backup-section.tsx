import { useQuery } from '@tanstack/react-query';
import { readLastBackups } from '#app/data/backup-runs.ts';
import { describeBackups } from '#app/domain/format/describe-backups.ts';
import { FormSection } from '../form-section.tsx';
import { useAdminClient } from '../session.ts';

export function BackupSection() {
  const client = useAdminClient();
  const { data: backups, isError } = useQuery({
    queryKey: ['backup_runs'],
    queryFn: () => readLastBackups(client),
  });

  return (
    <FormSection
      title="Backups"
      intro="The server saves everything of this site in one file every day, where it is set up to."
    >
      <p
        className={`break-words ${backups?.latest?.failure ? 'font-medium text-barn' : 'text-ink-soft'}`}
      >
        {!backups && isError && 'It could not be loaded.'}
        {backups && describeBackups(backups.latest, backups.good)}
      </p>
    </FormSection>
  );
}
