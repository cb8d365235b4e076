import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';

export type DesignerSettings = Row<'designer_settings'>;

/** Reads the designer settings; null if none are stored. */
export async function readDesignerSettings(client: Client): Promise<DesignerSettings | null> {
  const { data } = await client
    .from('designer_settings')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}
