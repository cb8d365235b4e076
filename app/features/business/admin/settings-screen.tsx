import { useQuery } from '@tanstack/react-query';
import { ListStates } from '#app/admin/lists/list-states.tsx';
import { formQueryOptions } from '#app/admin/query-client.ts';
import { PageHeader } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { readBusinessSettings } from '../business-settings.ts';
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
