import { useQuery } from '@tanstack/react-query';
import { readBusinessSettings } from '#app/data/business-settings.ts';
import { ListStates } from '../lists/list-states.tsx';
import { PlainScreen } from '../plain-screen.tsx';
import { formQueryOptions } from '../query-client.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { SettingsForm } from './settings-form.tsx';

export const meta = () => adminMeta('Business Settings');

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
        <PlainScreen title="Business Settings" />
      </div>
      <ListStates entityPlural="settings" query={query}>
        {(settings) => <SettingsForm initial={settings} />}
      </ListStates>
    </>
  );
}
