import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAccount, useAdminClient } from '#app/admin/session.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { endSentence } from '#app/lib/text.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  type Backup,
  BackupFailed,
  type Comparison,
  compareBackup,
  createRestoreForm,
  getTableLabel,
  type Restoration,
  restoreBackup,
} from '../backups.ts';
import { codeUnreachableMessage, hasMfa as readHasMfa } from '../mfa.ts';
import { FormError } from './account-fields.tsx';
import { ConfirmFields } from './confirm-fields.tsx';

type RestoreDialogProps = { backup: Backup | undefined; onClose: () => void };

/** Verifies a backup, shows what it would replace, and restores it. */
export function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const client = useAdminClient();
  const { leave } = useAccount();
  const [restoration, setRestoration] = useState<Restoration>();
  const [isRestoring, setRestoring] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['backup', backup?.file],
    queryFn: () => compareBackup(client, backup?.file ?? ''),
    enabled: backup !== undefined && restoration === undefined && !isRestoring,
    retry: false,
    gcTime: 0,
  });
  const isDone = restoration !== undefined;
  return (
    <Dialog
      open={backup !== undefined}
      onClose={() => (isDone ? leave() : isRestoring || onClose())}
      size="lg"
      title={isDone ? 'The backup was restored' : 'Restore this backup?'}
    >
      {isDone ? (
        <div className="space-y-5">
          <p>
            Your website is back to how it was on{' '}
            {backup && endSentence(formatMoment(backup.createdAt))} We saved the data from just
            before the restore as <span className="wrap-anywhere">{restoration.before}</span>.
          </p>
          {restoration.erasures > 0 && (
            <p>Records you erased since the backup are still erased: {restoration.erasures}.</p>
          )}
          <p>Everyone has to sign in again, with the passwords from the time of the backup.</p>
          <Button onClick={leave}>Sign in</Button>
        </div>
      ) : error ? (
        <FormError>
          {error instanceof BackupFailed ? error.message : codeUnreachableMessage}
        </FormError>
      ) : data ? (
        <div className="space-y-5">
          <Contents comparison={data} />
          {data.command === null ? (
            <RestoreForm
              file={backup?.file ?? ''}
              onRunning={setRestoring}
              erasures={data.erasures}
              onRestored={setRestoration}
            />
          ) : (
            <Instructions command={data.command} />
          )}
        </div>
      ) : (
        <Spinner label="Checking the backup" />
      )}
    </Dialog>
  );
}

function Contents({ comparison: { createdAt, tables } }: { comparison: Comparison }) {
  return (
    <div className="space-y-3">
      <p>
        This backup is complete. Restoring it puts everything back to how it was on{' '}
        {endSentence(formatMoment(createdAt))} Anything added or changed since then will be removed.
      </p>
      <div className="max-h-72 overflow-auto rounded-md border border-line">
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-paper">
            <tr>
              <th className="px-3 py-2 font-semibold">Records</th>
              <th className="px-3 py-2 font-semibold">Now</th>
              <th className="px-3 py-2 font-semibold">In the backup</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {tables.map(({ name, now, backup }) => (
              <tr key={name} className="align-top">
                <th scope="row" className="px-3 py-2 font-normal wrap-anywhere">
                  {getTableLabel(name)}
                </th>
                <Amount contents={now} isChanged={now.rows !== backup.rows} />
                <Amount contents={backup} isChanged={now.rows !== backup.rows} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type AmountProps = { contents: Comparison['tables'][number]['now']; isChanged: boolean };

function Amount({ contents: { rows, newest }, isChanged }: AmountProps) {
  return (
    <td className="px-3 py-2">
      <span className={isChanged ? 'font-semibold' : ''}>{rows.toLocaleString('en-CA')}</span>
      {newest && <span className="block text-ink-soft">last change {formatMoment(newest)}</span>}
    </td>
  );
}

function Instructions({ command }: { command: string }) {
  return (
    <div className="space-y-3">
      <p>
        This website uses a database server, so you can't restore a backup from here. Whoever runs
        the server needs to create an empty database and an empty folder, then run:
      </p>
      <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm wrap-anywhere">
        {command}
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={command} />
      </div>
      <p>
        After that, they stop all processes of the website and start them again with the new
        database and folder.
      </p>
    </div>
  );
}

type RestoreFormProps = {
  file: string;
  erasures: number;
  onRunning: (isRunning: boolean) => void;
  onRestored: (restoration: Restoration) => void;
};

function RestoreForm({ file, erasures, onRunning, onRestored }: RestoreFormProps) {
  const client = useAdminClient();
  const { data: hasMfa = false } = useQuery({
    queryKey: ['has-mfa'],
    queryFn: () => readHasMfa(client),
  });
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, resetField, formState } = useForm({
    resolver: zodResolver(createRestoreForm(hasMfa)),
    defaultValues: { word: '', password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit(async (values) => {
        setErrorMessage(undefined);
        onRunning(true);
        const outcome = await restoreBackup(client, file, values);
        if (outcome.error === undefined) return onRestored(outcome.answer);
        onRunning(false);
        resetField('code');
        setErrorMessage(outcome.error);
      })}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>We back up your current data first, so you can go back to it.</li>
        <li>Visitors see "Back in a moment" until that backup is complete.</li>
        <li>Everyone is signed out. Colleagues you removed since then get their access back.</li>
        {erasures > 0 && <li>Records you erased since then stay erased: {erasures}.</li>}
        <li>Your email settings and the activity log stay as they are. All staff get an email.</li>
        <li>Emails and quote reminders sent since then won't be sent again.</li>
      </ul>
      <FormError>{errorMessage}</FormError>
      <ConfirmFields
        hasMfa={hasMfa}
        password={{ error: errors.password?.message, ...register('password') }}
        code={{ error: errors.code?.message, ...register('code') }}
      />
      <TextField
        label="Type RESTORE"
        autoComplete="off"
        spellCheck={false}
        required
        error={errors.word?.message}
        {...register('word')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Restoring...' : 'Restore'}
        </Button>
        <DialogClose>Cancel</DialogClose>
      </div>
    </form>
  );
}
