import { useQuery } from '@tanstack/react-query';
import { readBusinessSettings } from '#app/data/business-settings.ts';
import { ListStates } from '../lists/list-states.tsx';
import { PageHeader } from '../page-header.tsx';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';
import { SettingsForm } from './settings-form.tsx';

export default function SettingsScreen() {
  const client = useAdminClient();
  const query = useQuery({
    queryKey: ['business_settings'],
    queryFn: () => readBusinessSettings(client),
    ...formQueryOptions,
  });

  return (
    <>
      <div className="mb-4">
        <PageHeader title="Business Settings" />
      </div>
      <ListStates entityPlural="settings" shape="form" query={query}>
        {(settings) => <SettingsForm initial={settings} />}
      </ListStates>
    </>
  );
}
