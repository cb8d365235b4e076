import { useRouteLoaderData } from 'react-router';
import type { SupabaseConnection } from '#app/data/client.ts';

const sameOrigin: SupabaseConnection = { url: '', publishableKey: '' };

export function useSupabaseConnection(): SupabaseConnection {
  const root = useRouteLoaderData<{ supabase: SupabaseConnection }>('root');
  return root?.supabase ?? sameOrigin;
}
