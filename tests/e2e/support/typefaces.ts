import type { Page } from '@playwright/test';
import { readCharacters } from './woff2.ts';

/** The typefaces' files that a page has loaded, by their names in app/fonts, in order. */
export async function loadedTypefaces(page: Page): Promise<string[]> {
  const urls = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  const files = urls.map((url) => /([\w-]+)-[\w-]{8}\.woff2$/.exec(url)?.[1]);
  return [...new Set(files.filter((name) => name !== undefined))].sort();
}

/**
 * What a page's typefaces hold, of each its two files.
 * @returns the code points of both, and whether the stylesheet asks the second one for a code point
 */
export async function readTypefaces(
  page: Page,
): Promise<{ first: number[]; second: number[]; range: (code: number) => boolean }[]> {
  const faces = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style }) => ({
        family: style.getPropertyValue('font-family'),
        range: style.getPropertyValue('unicode-range'),
        url: /url\("([^"]+\.woff2)"\)/.exec(style.getPropertyValue('src'))?.[1],
      })),
  );
  const read = async (url: string) =>
    [...readCharacters(await (await page.request.get(url)).body())].sort((a, b) => a - b);
  const typefaces = [];
  for (const { family, range, url } of faces) {
    const whole = faces.find((face) => face.family === family && face.url && !face.range);
    if (!range || !url || !whole?.url) continue;
    typefaces.push({
      first: await read(whole.url),
      second: await read(url),
      range: within(range),
    });
  }
  return typefaces;
}

/** @param range as CSS has it, such as 'U+A1-A8, U+20AC' */
function within(range: string): (code: number) => boolean {
  const parts = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (code) => parts.some(([from, to]) => from <= code && code <= to);
}
