type Area = 'localStorage' | 'sessionStorage';

/**
 * What a browser stores for this site. A browser may deny all access, as with site data blocked, or have no room:
 * then an item lives as long as the page.
 */
class BrowserStorage {
  readonly #area: Area;
  readonly #unstored = new Map<string, string>();

  constructor(area: Area) {
    this.#area = area;
  }

  getItem(key: string): string | null {
    return this.#unstored.get(key) ?? this.#attempt((storage) => storage.getItem(key)) ?? null;
  }

  setItem(key: string, value: string): void {
    this.store(key, value);
  }

  /** Sets an item and returns whether it outlives the page. */
  store(key: string, value: string): boolean {
    this.#unstored.set(key, value);
    this.#attempt((storage) => {
      storage.setItem(key, value);
      this.#unstored.delete(key);
    });
    return !this.#unstored.has(key);
  }

  removeItem(key: string): void {
    this.#unstored.delete(key);
    this.#attempt((storage) => storage.removeItem(key));
  }

  keys(): string[] {
    const stored = this.#attempt((storage) => Object.keys(storage)) ?? [];
    return [...new Set([...stored, ...this.#unstored.keys()])];
  }

  #attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(globalThis[this.#area]);
    } catch {
      return undefined;
    }
  }
}

/** Shared by the tabs of this browser. */
export const localItems = new BrowserStorage('localStorage');
/** Of this tab. */
export const tabItems = new BrowserStorage('sessionStorage');

const probeKey = 'storage-probe';
/** More than a session of staff. */
const probeLength = 8192;

/** Why the browser stores no session of staff, so that it ends with the page; undefined if it stores them. */
export function findStorageProblem(): 'denied' | 'full' | undefined {
  try {
    if (!globalThis.localStorage) return 'denied';
    globalThis.localStorage.setItem(probeKey, 'x'.repeat(probeLength));
    globalThis.localStorage.removeItem(probeKey);
    return undefined;
  } catch (error) {
    return error instanceof DOMException && error.name === 'SecurityError' ? 'denied' : 'full';
  }
}
