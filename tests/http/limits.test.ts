import { expect, test } from 'vitest';
import { newVisitor } from './site.ts';

const createForm = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('a network over the form limit gets an error and retains its input', async () => {
  const visit = newVisitor();
  const post = (path: string, fields: Record<string, string>) =>
    visit(path, { method: 'POST', body: createForm(fields) });
  // A network may have few requests in flight.
  for (let sent = 0; sent < 100; sent += 50) {
    const some = Array.from({ length: 50 }, () => post('/contact.json', { name: 'x' }));
    for (const { status } of await Promise.all(some)) expect(status).toBe(400);
  }
  for (const [path, field] of [
    ['/contact', 'name'],
    ['/quote-request', 'customer_name'],
  ] as const) {
    const answer = await post(path, { [field]: 'Ann Fielder', email: 'ann@example.com' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    const html = await answer.text();
    expect(html).toMatch(
      /Your network has sent too many forms. Please try again in \d+ minutes, or call us directly./,
    );
    expect(html).toContain('value="Ann Fielder"');
  }

  const last = await post('/contact.json', { name: 'x' });
  expect(await last.json()).toMatchObject({ sent: false, errors: {} });
  expect((await visit('/contact')).status).toBe(200);
  const other = await newVisitor()('/contact', { method: 'POST', body: createForm({}) });
  expect(other.status).toBe(400);
});
