import { useRouteLoaderData } from 'react-router';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';

/** The same address on the server and in the browser: the page's own. */
const ownAddress: SupabaseAddress = { url: '', publishableKey: '' };

/** Where this page finds the tables and accounts. */
export function useSupabaseAddress(): SupabaseAddress {
  const root = useRouteLoaderData<{ supabase: SupabaseAddress }>('root');
  return root?.supabase ?? ownAddress;
}
