import { useQuery } from '@tanstack/react-query';

/** The tel: URL of a telephone number as typed. The rules load after the screen; until then there is no link. */
export function usePhoneHref(typed: string | null): string | undefined {
  const rules = useQuery({
    queryKey: ['phone-rules'],
    queryFn: async () => {
      const { toPhoneHref } = await import('#app/lib/phone.ts');
      return { toPhoneHref };
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return rules.data?.toPhoneHref(typed ?? '');
}
