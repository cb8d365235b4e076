import type { Client } from './supabase-context.ts';

/** True where the account may use the back office. An account sees its own row only. */
export async function isStaff(client: Client, userId: string): Promise<boolean> {
  const { data } = await client
    .from('staff')
    .select('user_id')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError();
  return data !== null;
}
