import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

// The short form of axe: a browser takes half the time to read it. It stays in a page for the next time.
const require = createRequire(import.meta.resolve('@axe-core/playwright'));
const axe = `if (!window.axe) { ${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')} }`;

/** Fails where axe finds anything against WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // axe takes colours as they are at that moment, also half-way through a button's fade.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // No page holds a frame of another origin, which alone needs the way that takes four times as long.
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, 'found by axe').toEqual([]);
}
