import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { ListStates, Skeleton } from '#app/admin/lists/list-states.tsx';
import { useReturnFocus } from '#app/admin/lists/return-focus.ts';
import { useUrlParam } from '#app/admin/lists/use-url-params.ts';
import { formQueryOptions, invalidateTable } from '#app/admin/query-client.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { readDesignerSettings } from '#app/features/designer/designer-settings.ts';
import { type PriceListRow, readCurrentPriceLists } from '#app/features/designer/price-lists.ts';
import type { Client } from '#app/lib/client.ts';
import { ScreenTabs } from '#app/ui/tabs.tsx';
import { PriceForm } from './price-form.tsx';
import { VersionList } from './version-list.tsx';

const ApplyDialog = lazyComponent(() => import('./apply-dialog.tsx'));
const DesignerForm = lazyComponent(() => import('./designer-form.tsx'));

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
  // A new key shows the stored list again.
  const [formKey, setFormKey] = useState(0);
  const [toApply, setToApply] = useState<{ published: PriceListRow; isOffered: boolean }>();
  const { remember, finalFocus } = useReturnFocus();
  const lists = useQuery(currentListsQuery(client));
  const settings = useQuery({
    queryKey: ['designer_settings'],
    queryFn: () => readDesignerSettings(client),
    ...formQueryOptions,
  });

  usePreload(DesignerForm);
  usePreload(ApplyDialog);

  async function showStored() {
    await invalidateTable(queryClient, 'price_lists');
    setFormKey((key) => key + 1);
  }

  /** Shows the new version, and what it would change in the shop. */
  async function showPublished() {
    await showStored();
    const { published } = await queryClient.ensureQueryData(currentListsQuery(client));
    if (published) setToApply({ published, isOffered: true });
  }

  return (
    <>
      <div className="mb-4">
        <PageHeader
          title="Price List"
          intro="What a designed shed costs, and what visitors see of it."
        />
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
              <VersionList
                onRestored={async () => {
                  await showStored();
                  setTab('');
                }}
              />
            ),
          },
          {
            value: 'visitors',
            label: 'Visitors and Hints',
            panel: (
              <ListStates entityPlural="settings" shape="form" query={settings}>
                {(row) => (
                  <Suspense fallback={<Skeleton shape="form" label="Loading settings..." />}>
                    <DesignerForm initial={row} />
                  </Suspense>
                )}
              </ListStates>
            ),
          },
        ]}
      />
      {toApply && (
        <Suspense>
          <ApplyDialog {...toApply} onClose={() => setToApply(undefined)} finalFocus={finalFocus} />
        </Suspense>
      )}
    </>
  );
}
