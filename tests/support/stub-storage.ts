import { vi } from 'vitest';

/**
 * A browser's storage for a test, which calls `vi.unstubAllGlobals` afterwards.
 *
 * @param room the length of the longest value that it stores
 * @returns what it holds
 */
export function stubStorage(
  area: 'localStorage' | 'sessionStorage',
  room = Number.POSITIVE_INFINITY,
): Record<string, string> {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items[key] = value;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
  };
  // The items are its own keys, as of a Storage.
  vi.stubGlobal(
    area,
    new Proxy(items, {
      get: (target, name) => Reflect.get(methods, name) ?? Reflect.get(target, name),
    }),
  );
  return items;
}
