import { expect, test } from 'vitest';
import { limitLibrary } from './browser-library.ts';

const library = `interface URLSearchParams {
    readonly size: number;
    append(name: string, value: string): void;
    /** [MDN Reference](https://developer.mozilla.org/docs/Web/API/URLSearchParams/has) */
    has(name: string, value?: string): boolean;
}

declare var URL: {
    prototype: URL;
    new(url: string | URL): URL;
    createObjectURL(obj: Blob): string;
    parse(url: string | URL): URL | null;
};
interface Crypto {
    getRandomValues<T>(array: T): T;
    /**
     * Available only in secure contexts.
     *
     * [MDN Reference](https://developer.mozilla.org/docs/Web/API/Crypto/randomUUID)
     */
    randomUUID(): string;
}
declare var Highlight: {
    new(): Highlight;
};
/** [MDN Reference](https://developer.mozilla.org/docs/Web/API/Window/requestIdleCallback) */
declare function requestIdleCallback(callback: IdleRequestCallback): number;
interface ReadonlyArray<T> {
    findLast(predicate: (value: T) => unknown): T | undefined;
    toSorted(compareFn?: (a: T, b: T) => number): T[];
}
interface Int8Array {
    toReversed(): Int8Array;
}`;

test('limitLibrary makes optional what a supported browser lacks, and keeps the rest', () => {
  const lines = limitLibrary(library).split('\n');
  const changed = library.split('\n').flatMap((line, i) => (line === lines[i] ? [] : [lines[i]]));
  expect(changed.map((line) => line?.trim())).toEqual([
    'readonly size?: number;',
    'has(name: string): boolean;',
    'parse?(url: string | URL): URL | null;',
    'randomUUID?(): string;',
    '} | undefined;',
    'declare var requestIdleCallback: Window["requestIdleCallback"];',
    'toSorted?(compareFn?: (a: T, b: T) => number): T[];',
    'toReversed?(): Int8Array;',
  ]);
});
