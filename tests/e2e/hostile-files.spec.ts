import { type HostileFile, hostileFiles } from '#tests/fixtures/hostile-files.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Files that mean harm, through the form without scripts. */

test.use({ expectedErrors: ['status of 4', 'Could not', 'net::ERR', 'Failed to'] });

let files: HostileFile[];
test.beforeAll(async () => {
  files = await hostileFiles();
});

test('sent with a quote request without scripts, each is kept as a picture or named', async ({
  page,
  site,
}) => {
  expect(files.length).toBeGreaterThanOrEqual(60);
  for (let start = 0; start < files.length; start += 20) {
    const some = files.slice(start, start + 20);
    const form = new FormData();
    const name = `Hostile ${start}`;
    for (const [field, value] of Object.entries({
      customer_name: name,
      email: 'hostile@example.com',
      project_type: 'Other',
      description: 'A shed that holds what it is given.',
    })) {
      form.set(field, value);
    }
    for (const file of some) {
      form.append(
        'inspiration_files',
        new Blob([new Uint8Array(file.bytes)], { type: file.type }),
        file.name,
      );
    }
    const answer = await fetch(`${site.url}/quote-request`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { 'x-forwarded-for': `10.9.8.${start}` },
    });
    const html = await answer.text();
    expect([200, 303], `from ${start} on`).toContain(answer.status);
    const { data } = await serviceClient(site)
      .from('quote_requests')
      .select('inspiration_images')
      .eq('customer_name', name)
      .single()
      .throwOnError();
    const kept = data?.inspiration_images?.length ?? 0;
    const told = html.match(/Failed to upload /g)?.length ?? 0;
    expect(kept + told, `from ${start} on`).toBeGreaterThanOrEqual(some.length);
    for (const path of data?.inspiration_images ?? []) {
      const picture = await page.request.get(`/storage/v1/object/public/images/${path}`);
      expect(picture.headers()['content-type']).toMatch(/^image\/(jpeg|png|webp|avif|gif)$/);
    }
  }
  await serviceClient(site).from('quote_requests').delete().eq('email', 'hostile@example.com');
});
