import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SUBSTITUTE_TIMING } from '#app/domain/designs/design-view.ts';
import { createDesignImages } from './design-images.ts';

let close = () => {};
afterEach(() => close());

async function listen(status: number, type: string, body: string, timing?: string) {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    if (timing) response.setHeader('server-timing', timing);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  const { port } = server.address() as AddressInfo;
  return { urls, origin: `http://127.0.0.1:${port}` };
}

function createImages() {
  const reported: unknown[] = [];
  return { reported, images: createDesignImages((error) => reported.push(error)) };
}

test('read returns the image of a design once the site listens', async () => {
  const { urls, origin } = await listen(200, 'image/png', 'pixels');
  const { images } = createImages();
  expect(await images.read('style=gable')).toBeUndefined();
  images.setOrigin(origin);
  expect(await images.read('style=gable')).toEqual({ base64: 'cGl4ZWxz', type: 'image/png' });
  expect(urls).toEqual(['/design/image?style=gable&image=card']);
});

test.each([
  [503, 'image/png', 'busy'],
  [200, 'text/html', '<p>no image</p>'],
  [200, 'image/png', 'x'.repeat(2_000_001)],
])('a response of %i, %s is no image', async (status, type, body) => {
  const { origin } = await listen(status, type, body);
  const { images } = createImages();
  images.setOrigin(origin);
  expect(await images.read('style=gable')).toBeUndefined();
});

test('the image of a similar design is no image of this one', async () => {
  const { origin } = await listen(200, 'image/png', 'pixels', SUBSTITUTE_TIMING);
  const { images } = createImages();
  images.setOrigin(origin);
  expect(await images.read('style=gable')).toBeUndefined();
});

test('an error is reported and returns no image', async () => {
  const { images, reported } = createImages();
  images.setOrigin('http://127.0.0.1:1');
  expect(await images.read('style=gable')).toBeUndefined();
  expect(reported).toHaveLength(1);
});
