import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BackupFailed, createBackup } from '#app/features/accounts/backups.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { pluralizeList } from '#app/lib/pluralize.ts';
import { useSupabaseConnection } from '#app/lib/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';
import { type Counts, type Demonstration, removeDemonstration } from './demonstration.ts';

type DialogProps = {
  demonstration: Demonstration;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Creates a backup where the server can, then removes all demonstration content. */
export function DemonstrationDialog({ demonstration, onClose, finalFocus }: DialogProps) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const isHosted = useSupabaseConnection().url !== '';
  const [withEdited, setWithEdited] = useState(false);
  const [backup, setBackup] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      // A second try needs no second backup.
      const file = isHosted ? undefined : (backup ?? (await createBackup(client)));
      setBackup(file);
      await removeDemonstration(client, withEdited);
      return file;
    },
    async onSuccess(file) {
      onClose();
      toasts.news(
        file
          ? `Demonstration content was removed. The backup is ${file}.`
          : 'Demonstration content was removed.',
        { key: 'demonstration' },
      );
      await queryClient.invalidateQueries();
    },
    onError: (error) => logError('Demonstration removal failed', error),
  });

  const { unedited, edited } = demonstration;
  const [records, settings] = [describeRecords(unedited), describeSettings(unedited)];
  const [editedRecords, editedSettings] = [describeRecords(edited), describeSettings(edited)];
  const removeLabel = isHosted || backup ? 'Removing...' : 'Creating the backup...';
  return (
    <Dialog
      open
      inUrl
      title="Remove demonstration content"
      onClose={() => isPending || onClose()}
      finalFocus={finalFocus}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="secondary"
            aria-disabled={isPending}
            onClick={() => isPending || onClose()}
          >
            Cancel
          </Button>
          <Button aria-disabled={isPending} onClick={() => isPending || mutate()}>
            {isPending ? removeLabel : 'Remove'}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <div>
          <p className="font-semibold">We'll remove:</p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {records && <li>{records}, with their images</li>}
            {settings && <li>All entries in {settings}</li>}
          </ul>
        </div>
        {(editedRecords || editedSettings) && (
          <div>
            <p className="font-semibold">You edited these:</p>
            <ul className="mt-1 list-disc space-y-1 pl-5">
              {editedRecords && (
                <li>{`${editedRecords}: ${withEdited ? 'removed as well' : 'kept'}`}</li>
              )}
              {editedSettings && <li>{editedSettings}: only what you changed is kept</li>}
            </ul>
            {editedRecords && (
              <Checkbox
                label="Also remove what I edited"
                checked={withEdited}
                onChange={setWithEdited}
              />
            )}
          </div>
        )}
        <p>Everything you added stays, and so do your customers' requests and messages.</p>
        <p>
          {isHosted
            ? "On hosted Supabase we can't create a backup from here. You can undo the removal for 24 hours."
            : 'We create a backup first. You can also undo the removal for 24 hours.'}
        </p>
        <p role="alert" className="font-medium text-barn empty:hidden">
          {error && !isPending && explain(error)}
        </p>
      </div>
    </Dialog>
  );
}

function explain(error: Error): string {
  if (error instanceof BackupFailed) {
    return `Couldn't create the backup, so nothing was removed. ${error.message}`;
  }
  return isUnanswered(error)
    ? "The server didn't respond. It's safe to try again."
    : "Couldn't remove the demonstration content. Please try again.";
}

const recordNouns: [table: string, one: string, many?: string][] = [
  ['shed_listings', 'shed'],
  ['past_projects', 'project'],
  ['reviews', 'review'],
  ['blog_posts', 'blog post'],
  ['video_carousel', 'video'],
  ['home_content', 'page heading'],
  ['quote_requests', 'quote request'],
  ['contact_submissions', 'contact message'],
  ['price_lists', 'price list'],
];

const settingsNouns: [table: string, noun: string][] = [
  ['business_settings', 'Business Settings'],
  ['tax_settings', 'HST'],
  ['quote_settings', 'Quote settings'],
  ['designer_settings', 'Designer settings'],
];

/** Names records by number, such as `16 sheds, 9 projects and 1 price list`; undefined if there are none. */
export function describeRecords(rows: Counts): string | undefined {
  const found = recordNouns.filter(([table]) => rows[table]);
  if (found.length === 0) return undefined;
  return pluralizeList(found.map(([table, ...noun]) => [rows[table] ?? 0, ...noun]));
}

/** Names settings, such as `Business Settings and HST`; undefined if there are none. */
export function describeSettings(rows: Counts): string | undefined {
  const found = settingsNouns.flatMap(([table, noun]) => (rows[table] ? noun : []));
  if (found.length === 0) return undefined;
  return new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(found);
}
