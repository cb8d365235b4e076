import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, invalidateTable, openedQueryOptions } from './query-client.ts';

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Reads of a row that are answered with what is stored when they begin. */
function createReads(queryKey: string[]) {
  const answers: (() => void)[] = [];
  const reads = { stored: 'before', answers };
  const queryFn = () => {
    const value = reads.stored;
    return new Promise<string>((resolve) => answers.push(() => resolve(value)));
  };
  return { reads, query: { queryKey, queryFn } };
}

test('invalidateTable repeats a first read that began before the write', async () => {
  const queryClient = createQueryClient();
  const { reads, query } = createReads(['sheds', 'page']);
  const observer = new QueryObserver(queryClient, query);
  const unsubscribe = observer.subscribe(() => {});
  expect(reads.answers).toHaveLength(1);
  reads.stored = 'after';
  const invalidated = invalidateTable(queryClient, 'sheds');
  await vi.waitFor(() => expect(reads.answers).toHaveLength(2));
  for (const answer of reads.answers) answer();
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isFetching: false });
  unsubscribe();
});

test('invalidateTable discards a read that began before the write and that no component uses yet', async () => {
  const queryClient = createQueryClient();
  const { reads, query } = createReads(['sheds', 'page']);
  void queryClient.prefetchQuery(query);
  reads.stored = 'after';
  await invalidateTable(queryClient, 'sheds');
  const observer = new QueryObserver(queryClient, query);
  const unsubscribe = observer.subscribe(() => {});
  await vi.waitFor(() => expect(reads.answers).toHaveLength(2));
  for (const answer of reads.answers) answer();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  unsubscribe();
});

test('invalidateTable repeats a first read of the dashboard, without waiting for it', async () => {
  const queryClient = createQueryClient();
  const { reads, query } = createReads(['dashboard']);
  const observer = new QueryObserver(queryClient, query);
  const unsubscribe = observer.subscribe(() => {});
  reads.stored = 'after';
  await invalidateTable(queryClient, 'sheds');
  await vi.waitFor(() => expect(reads.answers).toHaveLength(2));
  for (const answer of reads.answers) answer();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  unsubscribe();
});

test('invalidateTable leaves what an open dialog has read', async () => {
  const queryClient = createQueryClient();
  const read = vi.fn(async () => 'before');
  const query = { ...openedQueryOptions('sheds', 'prices'), queryFn: read };
  const observer = new QueryObserver(queryClient, query);
  const unsubscribe = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before'));
  await invalidateTable(queryClient, 'sheds');
  observer.setOptions(query);
  expect(observer.getCurrentResult()).toMatchObject({ data: 'before', isFetching: false });
  expect(read).toHaveBeenCalledOnce();
  unsubscribe();
});
