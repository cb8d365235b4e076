import { useEffect, useState } from 'react';
import { readLastBackups } from '#app/data/backup-runs.ts';
import { backupSentence } from '#app/domain/backup-sentence.ts';
import { FormSection } from '../form-section.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';

/** Whether the daily backups are made. When and where is the operator's to set. */
export function BackupSection() {
  const client = useAdminClient();
  const [told, setTold] = useState({ sentence: '', failed: false });

  useEffect(() => {
    let current = true;
    readLastBackups(client).then(
      ({ latest, good }) => {
        const failed = Boolean(latest?.failure);
        if (current) setTold({ sentence: backupSentence(latest, good), failed });
      },
      (error) => {
        logFailure('Could not read how the backups went', error);
        if (current) setTold({ sentence: 'It could not be loaded.', failed: false });
      },
    );
    return () => {
      current = false;
    };
  }, [client]);

  return (
    <FormSection
      title="Backups"
      intro="The server saves everything of this site in one file every day, where it is set up to."
    >
      <p className={`break-words ${told.failed ? 'font-medium text-barn' : 'text-ink-soft'}`}>
        {told.sentence}
      </p>
    </FormSection>
  );
}
