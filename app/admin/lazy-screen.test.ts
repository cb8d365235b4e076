import { afterEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { screenLoader, waitForScreens } from './lazy-screen.ts';

afterEach(() => void vi.unstubAllGlobals());

const missing = new Error('The script is missing');
const open = screenLoader(() => Promise.reject(missing));

test('a missing script reloads the page once, and never where the browser remembers nothing', async () => {
  waitForScreens();
  const request = new Request('https://sheds.example/admin/sheds');
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  stubStorage('sessionStorage');
  void open({ request });
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
  await expect(open({ request })).rejects.toBe(missing);

  stubStorage('sessionStorage', 0);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await expect(open({ request })).rejects.toBe(missing);
  expect(assign).toHaveBeenCalledOnce();
});
