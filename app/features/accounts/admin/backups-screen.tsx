import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { logError } from '#app/admin/log-error.ts';
import { FormSection, PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { hasOwnBackend } from '#app/lib/browser-client.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import {
  type Backup,
  BackupFailed,
  backupsKey,
  createBackup,
  describeSize,
  kindLabels,
  readBackups,
} from '../backups.ts';
import { FormError } from './account-fields.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

export default function BackupsScreen() {
  return (
    <>
      <PageHeader title="Backups" intro="A backup is one file with all your data and images." />
      <div className="mt-6 max-w-2xl">{hasOwnBackend() ? <OwnBackups /> : <HostedBackups />}</div>
    </>
  );
}

function HostedBackups() {
  return (
    <FormSection
      title="Supabase handles the backups"
      intro="Supabase stores this website's data. Database backups depend on your Supabase plan: whoever manages the project finds them in the Supabase dashboard under Database > Backups. They don't include images."
    >
      {null}
    </FormSection>
  );
}

function OwnBackups() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: backupsKey, queryFn: () => readBackups(client) });
  const [downloading, setDownloading] = useState<Backup>();
  const [restoring, setRestoring] = useState<Backup>();
  const [news, setNews] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createBackup(client),
    onMutate: () => setNews(''),
    async onSuccess(file) {
      const existed = query.data?.some((backup) => backup.file === file);
      setNews(
        existed
          ? `No new backup needed: ${file} is less than ten minutes old.`
          : `Backup created and verified: ${file}.`,
      );
      await queryClient.invalidateQueries({ queryKey: backupsKey });
    },
    onError: (error) => logError('Backup failed', error),
  });
  return (
    <>
      <Button aria-disabled={isPending} onClick={() => isPending || mutate()}>
        {isPending ? 'Creating the backup...' : 'Create Backup'}
      </Button>
      <p className="mt-2 text-ink-soft text-sm">
        We keep the newest three backups you create here. If daily backups are set up, the server
        also creates one every day.
      </p>
      {isPending && (
        <progress aria-label="Creating the backup" className="mt-3 w-full accent-pine" />
      )}
      <div className="mt-3">
        <FormError>{error && !isPending ? explain(error) : undefined}</FormError>
      </div>
      <p role="status" className="mt-3 font-medium text-moss wrap-anywhere empty:hidden">
        {news}
      </p>
      <div className="mt-6">
        <ListStates entityPlural="backups" shape="text" query={query}>
          {(backups) =>
            backups.length === 0 ? (
              <p>There are no backups yet.</p>
            ) : (
              <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
                {backups.map((backup) => (
                  <BackupItem
                    key={backup.file}
                    backup={backup}
                    onDownload={() => setDownloading(backup)}
                    onRestore={() => setRestoring(backup)}
                  />
                ))}
              </ul>
            )
          }
        </ListStates>
      </div>
      <DownloadDialog
        key={`download ${downloading?.file}`}
        backup={downloading}
        onClose={() => setDownloading(undefined)}
        onStarted={({ file }) => {
          setDownloading(undefined);
          setNews(`The download of ${file} has started.`);
        }}
      />
      <RestoreDialog
        key={`restore ${restoring?.file}`}
        backup={restoring}
        onClose={() => setRestoring(undefined)}
      />
    </>
  );
}

function explain(error: Error): string {
  return error instanceof BackupFailed
    ? `Couldn't create the backup. ${error.message}`
    : "Couldn't reach the server. Please try again.";
}

type BackupItemProps = { backup: Backup; onDownload: () => void; onRestore: () => void };

function BackupItem({ backup, onDownload, onRestore }: BackupItemProps) {
  const { createdAt, kind, size, problem, file } = backup;
  const moment = formatMoment(createdAt);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{moment}</p>
        <p className="text-ink-soft text-sm">
          {kindLabels[kind]}, {describeSize(size)}
        </p>
        <p className={`text-sm ${problem ? 'font-medium text-barn' : 'text-ink-soft'}`}>
          {problem ?? 'Verified when it was created'}
        </p>
        <p className="text-ink-soft text-sm wrap-anywhere">{file}</p>
      </div>
      {!problem && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" aria-label={`Download: ${moment}`} onClick={onDownload}>
            Download
          </Button>
          <Button variant="secondary" aria-label={`Restore: ${moment}`} onClick={onRestore}>
            Restore
          </Button>
        </div>
      )}
    </li>
  );
}
