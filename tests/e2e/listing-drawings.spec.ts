import type { Page } from '@playwright/test';
import { newShed } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

const title = 'A Barn Without Photographs';
const drawing = '/design/image?style=dutch-barn&size=12x16&material=vinyl&color=red';
const getImage = (page: Page) =>
  page.getByRole('article').filter({ hasText: title }).locator('img').first();

async function expectDrawn(page: Page, image = getImage(page)) {
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveAttribute('src', drawing);
  await expect(image).toHaveAttribute('width', '960');
  await expect(image).toHaveAttribute('height', '720');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960);
}

/** The sum of the layout shifts of a page while it loads. */
const measureShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );

test('a listing without photographs shows its design in the yard', { tag: '@narrow' }, async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const { data: shed } = await service
    .from('shed_listings')
    .insert(
      newShed({
        ...{ title, images: [], is_featured: true, shed_style: 'Dutch Barn' },
        ...{ size: '12x16', material_type: 'Vinyl', color: 'Red' },
      }),
    )
    .select('id')
    .single()
    .throwOnError();
  const alt = 'Drawing of a shed like it: 12x16, Dutch Barn, Vinyl, Red';

  for (const path of ['/', '/sheds']) {
    await page.goto(path);
    await expectDrawn(page);
    await expect(getImage(page)).toHaveAttribute('alt', alt);
    expect(await measureShifts(page)).toBeLessThan(0.02);
  }
  await expectAccessibleAtBothWidths(page);

  await page.goto(`/custom-sheds/${shed.id}`);
  const image = page.getByRole('img', { name: alt });
  await expectDrawn(page, image);
  await expect(image).toHaveAttribute('fetchpriority', 'high');
  const card = page.locator('meta[property="og:image"]');
  await expect(card).toHaveAttribute('content', `${site.url}${drawing}&image=card`);
  const { headers } = await page.request
    .get(`${drawing}&image=card`)
    .then((response) => ({ headers: response.headers() }));
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400',
  });

  await signIn(page, '/admin/sheds');
  const thumbnail = getImage(page);
  await expect(thumbnail).toHaveAttribute('src', drawing);
  await expect
    .poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(960);
  await service.from('shed_listings').delete().eq('id', shed.id).throwOnError();
});
