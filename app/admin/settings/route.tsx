import { type BusinessSettings, readBusinessSettings } from '#app/data/business-settings.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { ListStates } from '../lists/list-states.tsx';
import { useRows } from '../lists/use-rows.ts';
import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';
import { SettingsForm } from './settings-form.tsx';

export const meta = () => adminMeta('Business Settings');

async function listSettings(client: Client): Promise<BusinessSettings[]> {
  const settings = await readBusinessSettings(client);
  return settings ? [settings] : [];
}

/** What the website says about the business, and what it keeps. */
export default function SettingsScreen() {
  const list = useRows(listSettings);

  return (
    <>
      <div className="mb-4">
        <PlainScreen title="Business Settings" />
      </div>
      <ListStates things="settings" list={list}>
        {([settings]) => <SettingsForm initial={settings ?? null} />}
      </ListStates>
    </>
  );
}
