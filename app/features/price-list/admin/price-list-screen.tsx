import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { History, ListChecks } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { DeletedLink } from '#app/admin/lists/list-parts.tsx';
import { ListStates, Skeleton } from '#app/admin/lists/list-states.tsx';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { useDialogParam, useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { logError } from '#app/admin/log-error.ts';
import { formQueryOptions, invalidateTable } from '#app/admin/query-client.ts';
import { useHasUnsavedInput } from '#app/admin/records/unsaved-input.tsx';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { readDesignerSettings } from '#app/features/designer/designer-settings-row.ts';
import {
  insertDraft,
  type PriceListRow,
  type PriceListVersion,
  readCurrentPriceLists,
  readPriceList,
  readPriceListVersions,
  updateDraft,
} from '#app/features/designer/price-list.ts';
import type { Client } from '#app/lib/client.ts';
import { isUnanswered } from '#app/lib/crud.ts';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { ScreenTabs } from '#app/ui/tabs.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { PriceForm } from './price-form.tsx';

const ApplyDialog = lazyComponent(() => import('./apply-dialog.tsx'));
const ShortPriceDialog = lazyComponent(() => import('./short-price-dialog.tsx'));
const DesignerForm = lazyComponent(() => import('./designer-settings-form.tsx'));

const currentListsQuery = (client: Client) => ({
  queryKey: ['price_lists', 'current'],
  queryFn: () => readCurrentPriceLists(client),
  ...formQueryOptions,
});

const tabs = ['prices', 'versions', 'visitors'] as const;

export default function PriceListScreen() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [tab, setTab] = useUrlParam('tab');
  const form = useDialogParam('form');
  // A new key shows the stored list again.
  const [formKey, setFormKey] = useState(0);
  const [designerKey, setDesignerKey] = useState(0);
  const hasUnsavedInput = useHasUnsavedInput();
  const [toApply, setToApply] = useState<{ published: PriceListRow; isOffered: boolean }>();
  const { remember, finalFocus } = useReturnFocus();
  const lists = useQuery(currentListsQuery(client));
  const settings = useQuery({
    queryKey: ['designer_settings'],
    queryFn: () => readDesignerSettings(client),
    ...formQueryOptions,
  });

  usePreload(ShortPriceDialog);
  usePreload(DesignerForm);
  usePreload(ApplyDialog);

  async function showStored() {
    await invalidateTable(queryClient, 'price_lists');
    setFormKey((key) => key + 1);
  }

  /**
   * Shows what the short form has saved. The price visibility is among the settings of another tab, whose unsaved
   * input stays: saving it then asks which version to keep.
   */
  async function showShortForm(isFirst: boolean) {
    await invalidateTable(queryClient, 'designer_settings');
    if (!hasUnsavedInput()) setDesignerKey((key) => key + 1);
    // A first price list has no opinion on the prices of listings, which the owner has just typed.
    await (isFirst ? showStored() : showPublished());
  }

  /** Shows the new version, and what it would change in the shop. */
  async function showPublished() {
    await showStored();
    const { published } = await queryClient.ensureQueryData(currentListsQuery(client));
    if (published) setToApply({ published, isOffered: true });
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeader
          title="Price List"
          intro="What sheds cost in the designer, and which prices visitors see."
        />
        <Button
          variant="secondary"
          onClick={() => {
            remember();
            form.open('short');
          }}
        >
          <ListChecks aria-hidden className="size-5" />
          Short Form
        </Button>
      </div>
      <ScreenTabs
        label="Price List"
        value={tabs.find((name) => name === tab) ?? 'prices'}
        onChange={(value) => setTab(value === 'prices' ? '' : value)}
        tabs={[
          {
            value: 'prices',
            label: 'Prices',
            panel: (
              <ListStates entityPlural="prices" shape="form" query={lists}>
                {({ draft, published }) => (
                  <PriceForm
                    key={formKey}
                    draft={draft}
                    published={published}
                    visibility={settings.data?.price_visibility ?? 'none'}
                    onReplaced={showStored}
                    onPublished={showPublished}
                    onApply={(list) => {
                      remember();
                      setToApply({ published: list, isOffered: false });
                    }}
                  />
                )}
              </ListStates>
            ),
          },
          {
            value: 'versions',
            label: 'Versions',
            panel: (
              <>
                <VersionList
                  onRestored={async () => {
                    await showStored();
                    setTab('');
                  }}
                />
                <DeletedLink table="price_lists" />
              </>
            ),
          },
          {
            value: 'visitors',
            label: 'Visitors and Hints',
            panel: (
              <ListStates entityPlural="settings" shape="form" query={settings}>
                {(row) => (
                  <Suspense fallback={<Skeleton shape="form" label="Loading settings..." />}>
                    <DesignerForm key={designerKey} initial={row} />
                  </Suspense>
                )}
              </ListStates>
            ),
          },
        ]}
      />
      {form.value === 'short' && lists.data && settings.isSuccess && (
        <Suspense>
          <ShortPriceDialog
            lists={lists.data}
            visibility={settings.data?.price_visibility}
            onClose={form.close}
            onPublished={() => showShortForm(lists.data.published === null)}
            finalFocus={finalFocus}
          />
        </Suspense>
      )}
      {toApply && (
        <Suspense>
          <ApplyDialog {...toApply} onClose={() => setToApply(undefined)} finalFocus={finalFocus} />
        </Suspense>
      )}
    </>
  );
}

function VersionList({ onRestored }: { onRestored: () => Promise<void> }) {
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
      logError('Price list restore failed', error);
      toasts.error(
        isUnanswered(error)
          ? "The server didn't respond. It's safe to try again."
          : `Couldn't restore version ${version}. Please try again.`,
      );
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
                      {index === 0 && <span className="font-normal">, in use</span>}
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
              Its prices and costs replace those of the draft
              {hasUnsavedInput() && ", including anything you haven't saved"}. Visitors see them
              when you publish the draft.
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
