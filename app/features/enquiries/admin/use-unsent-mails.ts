import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { isRetriedSoon, type UnsentMail } from '../enquiry-mail.ts';
import { readUnsentMails, retryMail } from '../enquiry-mails.ts';

const shortPollIntervalMs = 3_000;

export type UnsentMails = {
  get: (enquiry: string) => UnsentMail | undefined;
  isSending: boolean;
  sendAgain: (enquiry: string) => void;
};

export function useUnsentMails(rows: readonly ({ id: string } | undefined)[]): UnsentMails {
  const client = useAdminClient();
  const toasts = useToasts();
  const requested = useRef(new Set<string>());
  const ids = [...new Set(rows.flatMap((row) => (row ? [row.id] : [])))].sort();
  const { data: mails, isPlaceholderData } = useQuery({
    queryKey: ['unsent_mails', ids],
    queryFn: () => readUnsentMails(client, ids),
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((mail) => isRetriedSoon(mail, new Date()))
        ? shortPollIntervalMs
        : pollIntervalMs,
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending } = useMutation({
    mutationKey: ['unsent_mails'],
    async mutationFn(enquiry: string) {
      requested.current.add(enquiry);
      const isWaiting = await retryMail(client, enquiry);
      if (isWaiting) toasts.news('The e-mail is sent again in a moment.', { key: 'mail' });
    },
    onError: () =>
      toasts.error('The e-mail could not be sent again. Please try again.', { key: 'mail' }),
  });

  const reportSent = useEffectEvent((unsent: UnsentMail[]) => {
    const isSent = (id: string) =>
      ids.includes(id) && !unsent.some(({ enquiry_id }) => enquiry_id === id);
    const sent = [...requested.current].filter(isSent);
    for (const id of sent) requested.current.delete(id);
    if (sent.length > 0) toasts.news('The e-mail has been sent.', { key: 'mail' });
  });
  useEffect(() => {
    if (mails && !isPlaceholderData) reportSent(mails);
  }, [mails, isPlaceholderData]);

  return {
    get: useCallback((enquiry) => mails?.find((mail) => mail.enquiry_id === enquiry), [mails]),
    isSending: isPending,
    sendAgain: (enquiry) => isPending || mutate(enquiry),
  };
}
