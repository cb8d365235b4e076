import { readLastBackups } from '#app/data/backup-runs.ts';
import { backupSentence } from '#app/domain/format/backup-sentence.ts';
import { FormSection } from '../form-section.tsx';
import { useReading } from '../lists/use-reading.ts';

/** Whether the daily backups are made. When and where is the operator's to set. */
export function BackupSection() {
  const { state } = useReading(readLastBackups, {
    failure: 'Could not read how the backups went',
  });
  const backups = state.is === 'ready' ? state.value : undefined;

  return (
    <FormSection
      title="Backups"
      intro="The server saves everything of this site in one file every day, where it is set up to."
    >
      <p
        className={`break-words ${backups?.latest?.failure ? 'font-medium text-barn' : 'text-ink-soft'}`}
      >
        {state.is === 'failed' && 'It could not be loaded.'}
        {backups && backupSentence(backups.latest, backups.good)}
      </p>
    </FormSection>
  );
}
