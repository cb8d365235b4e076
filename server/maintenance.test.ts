import { expect, test } from 'vitest';
import { createMaintenance, respondDuringMaintenance } from './maintenance.ts';

test('maintenance waits for what runs, and keeps everything else out', async () => {
  const { isOn, runUnlessOn, run } = createMaintenance();
  const request = Promise.withResolvers<string>();
  const events: string[] = [];
  const running = runUnlessOn(() => request.promise)?.then((event) => events.push(event));
  const replaced = run(async () => {
    events.push('replaced');
    expect(runUnlessOn(async () => 'too late')).toBeUndefined();
  });
  expect(isOn()).toBe(true);
  await expect(run(async () => {})).rejects.toThrow('already on');
  request.resolve('answered');
  await Promise.all([running, replaced]);
  expect([events, isOn()]).toEqual([['answered', 'replaced'], false]);
  expect(await runUnlessOn(async () => 'again')).toBe('again');
});

test('maintenance ends if its work fails', async () => {
  const { isOn, run } = createMaintenance();
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(isOn()).toBe(false);
});

const respond = (path: string, init?: RequestInit) =>
  respondDuringMaintenance(new Request(`https://shop.example${path}`, init));

test.each(['/', '/sheds', '/rest/v1/sheds', '/contact.json'])(
  'GET %s answers 503 with Retry-After, uncached',
  async (path) => {
    const response = await respond(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test('a form sent with scripts stays as it is, and one without can be sent again', async () => {
  const answer = await (await respond('/contact.json', { method: 'POST' })).json();
  expect(answer).toMatchObject({ sent: false, message: expect.stringContaining('try again') });
  const body = new URLSearchParams({ message: 'A shed "for" <two>' });
  const headers = { 'content-length': String(body.toString().length) };
  const posted = await respond('/contact', { method: 'POST', body, headers });
  expect(posted.status).toBe(503);
  expect(posted.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(await posted.text()).toContain('value="A shed &quot;for&quot; &lt;two&gt;"');
});
