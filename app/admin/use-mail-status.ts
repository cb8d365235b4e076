import { useQuery } from '@tanstack/react-query';
import { isMailConfigured } from '#app/data/mail-status.ts';
import { useAdminClient } from './session.ts';

export function useMailStatus() {
  const client = useAdminClient();
  return useQuery({
    queryKey: ['mail_status'],
    queryFn: () => isMailConfigured(client),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
