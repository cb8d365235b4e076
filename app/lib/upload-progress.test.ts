import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test, vi } from 'vitest';
import { uploadImage } from '#app/features/images/images.ts';
import { fetchWithUploadProgress, observeUpload } from './upload-progress.ts';

afterEach(() => vi.unstubAllGlobals());

/** Sends a quarter of each file before it responds. */
function stubRequests(respond: (request: FakeRequest) => void) {
  const requests: FakeRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      constructor() {
        super();
        requests.push(this);
      }
      override send(body: unknown) {
        this.body = body;
        this.upload.onprogress?.({ loaded: 25, total: 100 });
        respond(this);
      }
    },
  );
  return requests;
}

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  url = '';
  method = '';
  body: unknown;
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(method: string, url: string) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return 'application/json';
  }
  send(_body: unknown) {}
  abort() {
    this.onabort();
  }
}

const client = () =>
  createClient('http://localhost', 'anon', { global: { fetch: fetchWithUploadProgress } });
const createFile = () => new File(['x'], 'a.jpg', { type: 'image/jpeg' });

function respondWith(status: number, body: object) {
  return (request: FakeRequest) => {
    Object.assign(request, { status, responseText: JSON.stringify(body) });
    request.onload();
  };
}

test('an observed upload reports its progress and is sent as supabase-js sends it', async () => {
  const requests = stubRequests(respondWith(200, { Id: '1', Key: 'x' }));
  const onProgress = vi.fn();
  const file = createFile();
  observeUpload(file, { onProgress });
  const path = await uploadImage(client(), 'hero', file);
  expect(onProgress).toHaveBeenCalledExactlyOnceWith(0.25);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: `http://localhost/storage/v1/object/images/${path}`,
    headers: { 'x-upsert': 'true', apikey: 'anon' },
  });
  const [request] = requests;
  expect(request?.body instanceof FormData && request.body.get('')).toBe(file);
});

test('an error response and an interrupted connection reach the caller', async () => {
  stubRequests(respondWith(500, { statusCode: '500', message: 'disk full' }));
  const file = createFile();
  observeUpload(file, { onProgress: () => {} });
  await expect(uploadImage(client(), 'hero', file)).rejects.toThrow('Upload failed: disk full');
  stubRequests((request) => request.onerror());
  await expect(uploadImage(client(), 'hero', file)).rejects.toThrow(
    'Upload failed: The connection was interrupted',
  );
});

test('an upload is aborted by its signal', async () => {
  const controller = new AbortController();
  stubRequests(() => controller.abort());
  const file = createFile();
  observeUpload(file, { onProgress: () => {}, signal: controller.signal });
  await expect(uploadImage(client(), 'hero', file)).rejects.toThrow('Upload failed: ');
});

test('a file that nobody observes is sent with fetch', async () => {
  const requests = stubRequests(() => {});
  const fetch = vi.fn(async () => Response.json({ Id: '1', Key: 'x' }));
  vi.stubGlobal('fetch', fetch);
  await uploadImage(client(), 'hero', createFile());
  expect(fetch).toHaveBeenCalledOnce();
  expect(requests).toEqual([]);
});
