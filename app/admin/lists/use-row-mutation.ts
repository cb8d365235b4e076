import {
  type Mutation,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Client } from '#app/lib/client.ts';
import { RowNotFound } from '#app/lib/errors.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useAdminClient } from '../session.ts';

type RowMutationOptions<Row, Change> = {
  table: string;
  subject: string | ((change: Change) => string);
  mutate: (client: Client, change: Change) => Promise<Row>;
  /** Confirms the change; replaces the message about its opposite, or about its error. */
  describe: (row: Row, change: Change) => string;
  /** Distinguishes several switches of a row. */
  aspect?: (change: Change) => string;
  onSuccess?: (row: Row, change: Change) => void;
};

export function useRowMutation<Row, Change extends { id: string }>(
  options: RowMutationOptions<Row, Change>,
) {
  const { table, subject, mutate, describe, aspect, onSuccess } = options;
  const client = useAdminClient();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const mutationKey = [table, 'row'];
  const getKey = (change: Change) => `${table} ${change.id} ${aspect?.(change) ?? 'status'}`;
  const { mutate: start } = useMutation({
    mutationKey,
    mutationFn: (change: Change) => mutate(client, change),
    onSuccess(row, change) {
      onSuccess?.(row, change);
      const message = describe(row, change);
      if (message) toasts.news(message, { key: getKey(change) });
      else toasts.clear(getKey(change));
    },
    onError(error, change) {
      const reason = error instanceof RowNotFound ? error.message : 'Please try again.';
      const name = typeof subject === 'string' ? subject : subject(change);
      toasts.error(`${name} could not be changed. ${reason}`, { key: getKey(change) });
    },
  });
  const pendingIds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Change).id,
  });

  return {
    isBusy: useCallback((id: string) => pendingIds.includes(id), [pendingIds]),
    change(values: Change) {
      const isSameRow = ({ state }: Mutation) => (state.variables as Change).id === values.id;
      const running = { mutationKey, status: 'pending', predicate: isSameRow } as const;
      if (queryClient.isMutating(running) === 0) start(values);
    },
  };
}
