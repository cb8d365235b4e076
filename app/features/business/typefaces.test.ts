import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getTypefaceProperties, typefaceValues } from './typefaces.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const names = ['fonts', 'archivo', 'bitter', 'lora', 'source-sans'];
const fonts = names.map((name) => read(`../../fonts/${name}.css`)).join('\n');

/** The @font-face rules by family. */
const faces = Map.groupBy(
  fonts.matchAll(/@font-face \{[^}]*font-family: "([^"]+)"[^}]*\}/g),
  ([, family]) => family,
);

test.each(['', ...typefaceValues])(
  'each typeface of the pair "%s" has its files and fallbacks',
  (pair) => {
    for (const stack of Object.values(getTypefaceProperties(pair))) {
      const families = [...stack.matchAll(/"([^"]+)"/g)].map(([, family]) => family);
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

test('the default pair is that of the stylesheet', () => {
  const theme = read('../../theme.css').replaceAll(/\s+/g, ' ');
  for (const [name, stack] of Object.entries(getTypefaceProperties(''))) {
    expect(theme).toContain(`${name}: ${stack};`);
  }
});
