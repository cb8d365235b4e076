import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { readDesignerSettings } from '#app/data/designer-settings.ts';
import { readCurrentPriceLists } from '#app/data/price-lists.ts';
import { ScreenTabs } from '#app/ui/tabs.tsx';
import { lazyComponent, usePreload } from '../lazy-screen.ts';
import { ListStates } from '../lists/list-states.tsx';
import { Skeleton } from '../lists/skeleton.tsx';
import { useUrlParam } from '../lists/use-url-params.ts';
import { PageHeader } from '../page-header.tsx';
import { formQueryOptions, invalidateTable } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { PriceForm } from './price-form.tsx';
import { VersionList } from './version-list.tsx';

const DesignerForm = lazyComponent(() => import('./designer-form.tsx'));

const tabs = ['prices', 'versions', 'visitors'] as const;

export default function PriceListScreen() {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const [tab, setTab] = useUrlParam('tab');
  // A new key shows the stored list again.
  const [formKey, setFormKey] = useState(0);
  const lists = useQuery({
    queryKey: ['price_lists', 'current'],
    queryFn: () => readCurrentPriceLists(client),
    ...formQueryOptions,
  });
  const settings = useQuery({
    queryKey: ['designer_settings'],
    queryFn: () => readDesignerSettings(client),
    ...formQueryOptions,
  });

  usePreload(DesignerForm);

  async function showStored() {
    await invalidateTable(queryClient, 'price_lists');
    setFormKey((key) => key + 1);
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
    </>
  );
}
