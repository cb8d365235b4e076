import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAdminClient } from '#app/admin/session.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog, DialogClose } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { type Backup, createDownloadForm, requestDownload } from '../backups.ts';
import { hasMfa as readHasMfa } from '../mfa.ts';
import { FormError, PasswordField } from './account-fields.tsx';
import { ConfirmFields } from './confirm-fields.tsx';

type DownloadDialogProps = {
  backup: Backup | undefined;
  onClose: () => void;
  onStarted: (backup: Backup) => void;
};

export function DownloadDialog({ backup, onClose, onStarted }: DownloadDialogProps) {
  const client = useAdminClient();
  const { data: hasMfa = false } = useQuery({
    queryKey: ['has-mfa'],
    queryFn: () => readHasMfa(client),
    enabled: backup !== undefined,
  });
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, resetField, formState } = useForm({
    resolver: zodResolver(createDownloadForm(hasMfa)),
    defaultValues: { passphrase: '', repeated: '', password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <Dialog open={backup !== undefined} onClose={onClose} title="Download this backup?">
      <form
        noValidate
        className="space-y-5"
        onSubmit={handleSubmit(async ({ passphrase, ...confirmation }) => {
          if (!backup) return;
          setErrorMessage(undefined);
          const outcome = await requestDownload(client, backup.file, confirmation);
          if (outcome.error !== undefined) {
            resetField('code');
            return setErrorMessage(outcome.error);
          }
          startDownload(outcome.answer.ticket, passphrase);
          onStarted(backup);
        })}
      >
        <p>
          The backup from {backup && formatMoment(backup.createdAt)} contains all your customers'
          data. Keep the file where nobody else can open it. We record the download in the activity
          log.
        </p>
        <FormError>{errorMessage}</FormError>
        <PasswordField
          label="Passphrase"
          autoComplete="new-password"
          hint="At least 12 characters. Nobody can open the file without it, not even us. Leave empty to download the file unencrypted."
          error={errors.passphrase?.message}
          {...register('passphrase')}
        />
        <TextField
          type="password"
          label="Repeat the passphrase"
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register('repeated')}
        />
        <ConfirmFields
          hasMfa={hasMfa}
          password={{ error: errors.password?.message, ...register('password') }}
          code={{ error: errors.code?.message, ...register('code') }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Checking...' : 'Download'}
          </Button>
          <DialogClose>Cancel</DialogClose>
        </div>
      </form>
    </Dialog>
  );
}

/** Posts a form, because fetch would hold the whole file in memory; a navigation streams it to disk. */
function startDownload(ticket: string, passphrase: string) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/hooks/staff-backups/download';
  for (const [name, value] of Object.entries({ ticket, passphrase })) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
