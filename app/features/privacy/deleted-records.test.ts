import { expect, test } from 'vitest';
import { createRecordRestorer } from './deleted-records.ts';

test('a record that is not found at the second try was restored by the first, whose answer was lost', async () => {
  const restoreOnce = createRecordRestorer();
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const gone = async () => 'not_found' as const;
  expect(await restoreOnce('1', gone)).toBe('not_found');
  await expect(restoreOnce('1', lost)).rejects.toThrow('Failed to fetch');
  expect(await restoreOnce('2', gone)).toBe('not_found');
  expect(await restoreOnce('1', gone)).toBe('put_back');
  expect(await restoreOnce('1', async () => 'conflict')).toBe('conflict');
});
