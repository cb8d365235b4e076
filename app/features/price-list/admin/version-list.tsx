import { useMutation, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { logError } from '#app/admin/log-error.ts';
import { useHasUnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import {
  insertDraft,
  type PriceListVersion,
  readCurrentPriceLists,
  readPriceList,
  readPriceListVersions,
  updateDraft,
} from '#app/features/designer/price-lists.ts';
import type { Client } from '#app/lib/client.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';

export function VersionList({ onRestored }: { onRestored: () => Promise<void> }) {
  const client = useAdminClient();
  const toasts = useToasts();
  const hasUnsavedInput = useHasUnsavedInput();
  const [toRestore, setToRestore] = useState<PriceListVersion>();
  const query = useQuery({
    queryKey: ['price_lists', 'versions'],
    queryFn: () => readPriceListVersions(client),
  });

  const { mutate: restore, isPending } = useMutation({
    mutationFn: ({ id }: PriceListVersion) => copyToDraft(client, id),
    async onSuccess(_draft, { version }) {
      await onRestored();
      toasts.news(`The draft now has the prices of version ${version}.`);
    },
    onError(error, { version }) {
      logError('Could not restore a price list', error);
      toasts.error(`Version ${version} could not be restored. Please try again.`);
    },
    onSettled: () => setToRestore(undefined),
  });

  return (
    <ListStates entityPlural="versions" shape="rows" query={query}>
      {(versions) =>
        versions.length === 0 ? (
          <p className="py-16 text-center text-ink-soft">No price list has been published yet.</p>
        ) : (
          <>
            <ol className="divide-y divide-line rounded-md border border-line bg-sheet">
              {versions.map((row, index) => (
                <li
                  key={row.id}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6"
                >
                  <div className="min-w-0 flex-1 basis-80">
                    <p className="font-semibold">
                      Version {row.version}
                      {index === 0 && <span className="font-normal">, in force</span>}
                    </p>
                    <p className="whitespace-pre-line [overflow-wrap:anywhere]">{row.note}</p>
                    <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                      {formatMoment(row.published_at ?? '')}
                      {row.published_by_email && `, ${row.published_by_email}`}
                    </p>
                  </div>
                  <Button
                    variant="secondary"
                    aria-label={`Restore version ${row.version}`}
                    onClick={() => setToRestore(row)}
                  >
                    <History aria-hidden className="size-5" />
                    Restore
                  </Button>
                </li>
              ))}
            </ol>
            <ConfirmDialog
              open={toRestore !== undefined}
              title={`Restore version ${toRestore?.version}?`}
              confirmLabel={isPending ? 'Restoring...' : 'Restore'}
              busy={isPending}
              onClose={() => setToRestore(undefined)}
              onConfirm={() => toRestore && restore(toRestore)}
            >
              Its prices and costs become the draft, whose own are lost
              {hasUnsavedInput() && ', with what you have not saved'}. Visitors see them when you
              publish the draft.
            </ConfirmDialog>
          </>
        )
      }
    </ListStates>
  );
}

async function copyToDraft(client: Client, id: string): Promise<void> {
  const [{ prices, costs }, { draft }] = await Promise.all([
    readPriceList(client, id),
    readCurrentPriceLists(client),
  ]);
  if (draft) await updateDraft(client, draft, { prices, costs });
  else await insertDraft(client, { prices, costs });
}
