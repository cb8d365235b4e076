import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

// The minified build, which a browser parses in half the time.
const require = createRequire(import.meta.resolve('@axe-core/playwright'));
const axe = `if (!window.axe) { ${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')} }`;

const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** For tests that run at one width: fails if axe finds a violation at the width of either project. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  if (before) await page.setViewportSize(before);
}

/** Fails if axe finds a violation of WCAG 2.2 AA on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { hasAxe, isReduced } = await page.evaluate(() => ({
    hasAxe: 'axe' in window,
    isReduced: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  }));
  // Rows are pale while others load.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // axe reads computed colours, which a transition changes for a moment.
  if (!isReduced) await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!hasAxe) await page.evaluate(axe);
  // The other mode takes four times as long, and is needed for frames of another origin only.
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    .analyze();
  if (!isReduced) await page.emulateMedia({ reducedMotion: 'no-preference' });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, 'found by axe').toEqual([]);
}
