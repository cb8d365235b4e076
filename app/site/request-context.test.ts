import { expect, test } from 'vitest';
import { readPostedForm } from './request-context.ts';

const post = (form: FormData | string) =>
  readPostedForm(new Request('http://localhost/contact', { method: 'POST', body: form }));
const getStatus = (form: FormData | string) =>
  post(form).then(
    () => 200,
    (response: Response) => response.status,
  );

function createForm(entries: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test('a form with both long texts at their limit and an image is accepted', async () => {
  const form = createForm([
    ['description', 'x'.repeat(10_000)],
    ['custom_message', '"'.repeat(10_000)],
    ['inspiration_files', new File([new Uint8Array(2_000_000)], 'shed.jpg')],
  ]);
  expect([...(await post(form)).keys()]).toEqual([
    'description',
    'custom_message',
    'inspiration_files',
  ]);
});

test.each<[string, [string, string | File][]]>([
  ['one long text', [['message', 'x'.repeat(200_000)]]],
  ['many texts', Array.from({ length: 30 }, (_, n) => [`field${n}`, 'x'.repeat(5000)])],
  ['a long name of a field', [['x'.repeat(200_000), '']]],
  ['a long name of a file', [['inspiration_files', new File(['x'], 'x'.repeat(200_000))]]],
])('a form with %s gets 413', async (_what, entries) => {
  expect(await getStatus(createForm(entries))).toBe(413);
});

test('a body that is not a form gets 400', async () => {
  expect(await getStatus('text')).toBe(400);
});
