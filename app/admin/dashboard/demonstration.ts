import type { Client } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';

const counts = z.record(z.string(), z.number());
export type Counts = z.infer<typeof counts>;

const state = z.object({
  unedited: counts,
  edited: counts,
  removed_at: z.string().nullable(),
});

/** The numbers of rows that the seed added, by table, and when they were removed if that can be undone. */
export type Demonstration = z.infer<typeof state>;

export async function readDemonstration(client: Client): Promise<Demonstration> {
  const { data } = await client.rpc('read_demonstration').throwOnError();
  return state.parse(data);
}

/** Whether the site has demonstration content that nobody has edited. */
export const isDemonstration = ({ unedited }: Pick<Demonstration, 'unedited'>) =>
  Object.keys(unedited).length > 0;

/** Removes all demonstration content, edited records only if asked to. */
export async function removeDemonstration(client: Client, withEdited: boolean): Promise<void> {
  await client.rpc('remove_demonstration', { with_edited: withEdited }).throwOnError();
}

/** Puts back what was removed, and returns how many records could not be, because others took their place. */
export async function putBackDemonstration(client: Client): Promise<number> {
  const { data } = await client.rpc('put_back_demonstration').throwOnError();
  return data;
}
