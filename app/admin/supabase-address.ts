import { useRouteLoaderData } from 'react-router';
import type { SupabaseAddress } from '#app/data/supabase-context.ts';

const ownAddress: SupabaseAddress = { url: '', publishableKey: '' };

export function useSupabaseAddress(): SupabaseAddress {
  const root = useRouteLoaderData<{ supabase: SupabaseAddress }>('root');
  return root?.supabase ?? ownAddress;
}
