import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getTypefaceProperties, typefaceValues } from './typefaces.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const theme = read('../../theme.css');
const fonts = read('../../fonts/fonts.css');

/** The @font-face rules by family. */
const faces = Map.groupBy(
  fonts.matchAll(/@font-face \{[^}]*font-family: "([^"]+)"[^}]*\}/g),
  ([, family]) => family,
);

test.each(['', ...typefaceValues])(
  'every face of the pair "%s" has its file and fallbacks',
  (pair) => {
    for (const value of Object.values(getTypefaceProperties(pair))) {
      const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
      const families = [
        ...(new RegExp(`${name}:([^;]*);`).exec(theme)?.[1] ?? '').matchAll(/"([^"]+)"/g),
      ].map(([, family]) => family);
      expect(families).toHaveLength(3);
      for (const family of families) expect([family, faces.has(family)]).toEqual([family, true]);
      const files = [...(faces.get(families[0])?.join() ?? '').matchAll(/url\("([^"]+)"\)/g)];
      expect(files).toHaveLength(2);
      for (const [, file = ''] of files) {
        expect(existsSync(new URL(`../../fonts/${file}`, import.meta.url))).toBe(true);
      }
    }
  },
);
