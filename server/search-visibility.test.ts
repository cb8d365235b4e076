import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createSearchVisibility } from './search-visibility.ts';

const logger = pino({ level: 'silent' });

function create(answers: (boolean | Error)[], isPublic = true) {
  const onChange = vi.fn();
  const read = vi.fn(async () => {
    const answer = answers.shift() ?? false;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const visibility = createSearchVisibility({
    isPublic,
    hasDemonstrationContent: read,
    onChange,
    logger,
  });
  return { ...visibility, read, onChange };
}

test('a public site is kept from search engines until its demonstration content is gone', async () => {
  const { isKeptFromSearch, refresh, onChange } = create([true, true, false]);
  expect(isKeptFromSearch()).toBe(false);
  await refresh();
  expect(isKeptFromSearch()).toBe(true);
  await refresh('shed_listings');
  expect(onChange).toHaveBeenCalledTimes(1);
  await refresh('shed_listings');
  expect(isKeptFromSearch()).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('nothing is read without PUBLIC_URL, nor for a table that visitors see nothing of', async () => {
  const local = create([true], false);
  await local.refresh();
  expect([local.isKeptFromSearch(), local.read.mock.calls.length]).toEqual([false, 0]);
  const open = create([true]);
  await open.refresh('quote_requests');
  expect(open.read).not.toHaveBeenCalled();
});

test('a change during a read is followed by another read, and a failed read keeps the state', async () => {
  const { isKeptFromSearch, refresh, read } = create([true, new Error('down'), false]);
  await refresh();
  await Promise.all([refresh('reviews'), refresh('reviews'), refresh('reviews')]);
  expect(read).toHaveBeenCalledTimes(3);
  expect(isKeptFromSearch()).toBe(false);
  const failing = create([true, new Error('down')]);
  await failing.refresh();
  await failing.refresh();
  expect(failing.isKeptFromSearch()).toBe(true);
});
