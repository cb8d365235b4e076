import { useQuery } from '@tanstack/react-query';
import { useRouteLoaderData } from 'react-router';
import { readBusinessSettings } from '#app/data/business-settings.ts';
import { useAdminClient } from '../session.ts';

export const businessNameKey = ['business_settings', 'name'];

export function useBusinessName(): string | undefined {
  const client = useAdminClient();
  const root = useRouteLoaderData<{ settings: { business_name: string } | null }>('root');
  const { data } = useQuery({
    queryKey: businessNameKey,
    queryFn: async () => (await readBusinessSettings(client))?.business_name ?? '',
    ...(root?.settings ? { initialData: root.settings.business_name } : {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
