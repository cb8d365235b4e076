import { afterEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/stub-storage.ts';
import { clientLoader, findScreen, waitForScreens } from './screens.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a missing script reloads the page once, and never where the browser remembers nothing', async () => {
  const missing = new Error('The script is missing');
  const screen = findScreen('/admin/sheds') as { load: () => Promise<unknown> };
  vi.spyOn(screen, 'load').mockRejectedValue(missing);
  waitForScreens();
  const open = () => clientLoader({ request: new Request('https://sheds.example/admin/sheds') });
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  stubStorage('sessionStorage');
  void open();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
  await expect(open()).rejects.toBe(missing);

  stubStorage('sessionStorage', 0);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await expect(open()).rejects.toBe(missing);
  expect(assign).toHaveBeenCalledOnce();
});
