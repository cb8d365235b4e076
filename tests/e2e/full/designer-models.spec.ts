import type { Page } from '@playwright/test';
import { hydrate } from '../support/hydrate.ts';
import { expect, test } from '../support/test.ts';

const gable = '/design?style=gable&size=10x12&color=red';
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const getDownload = (page: Page) => page.getByRole('link', { name: 'Download 3D model (GLB)' });

test.describe('on a phone', { tag: '@narrow' }, () => {
  test.describe('with Android', () => {
    test.use({ userAgent: android });

    test('the design opens in Scene Viewer in its true size', async ({ page, baseURL }) => {
      await page.goto(gable);
      await hydrate(page);
      const link = page.getByRole('link', { name: 'View in your yard' });
      const href = (await link.getAttribute('href')) ?? '';
      expect(href).toMatch(
        /^intent:\/\/arvr\.google\.com\/scene-viewer\/1\.2\?.*#Intent;scheme=https;/,
      );
      const params = new URLSearchParams(href.slice(href.indexOf('?') + 1, href.indexOf('#')));
      expect(params.get('file')).toBe(
        `${baseURL}/design/model.glb?style=gable&size=10x12&color=red`,
      );
      expect(params.get('resizable')).toBe('false');
      await expect(getDownload(page)).toHaveCount(0);
    });
  });

  test.describe('with iOS', () => {
    test.use({ userAgent: iPhone });

    test('the design opens in Quick Look in its true size', async ({ page }) => {
      await page.addInitScript(() => {
        DOMTokenList.prototype.supports = (token) => token === 'ar';
        const opened: string[] = [];
        Object.assign(window, { opened });
        HTMLAnchorElement.prototype.click = function () {
          opened.push(`${this.rel} ${this.children[0]?.tagName} ${this.getAttribute('href')}`);
        };
      });
      await page.goto(gable);
      await hydrate(page);
      await page.getByRole('button', { name: 'View in your yard' }).tap();
      expect(await page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toEqual(
        ['ar IMG /design/model.usdz?style=gable&size=10x12&color=red#allowsContentScaling=0'],
      );
      await expect(getDownload(page)).toHaveCount(0);
    });
  });
});
