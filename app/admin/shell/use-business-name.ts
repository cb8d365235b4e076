import { useQuery } from '@tanstack/react-query';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useAdminClient } from '../session.ts';

export const businessNameKey = ['business_settings', 'name'];

export function useBusinessName(): string | undefined {
  const client = useAdminClient();
  const root = useRootData();
  const { data } = useQuery({
    queryKey: businessNameKey,
    queryFn: async () => (await readBusinessSettings(client))?.business_name ?? '',
    ...(root?.settings ? { initialData: root.settings.business_name } : {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
