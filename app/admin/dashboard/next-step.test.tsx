import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { rememberSteps } from './first-step-list.ts';
import NextStep from './next-step.tsx';

function listLinks(path: string) {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <NextStep />
    </MemoryRouter>,
  );
  return [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href);
}

test('NextStep leads from the screen of a step to the open step after it', () => {
  rememberSteps(['business', 'services', 'mfa'], 'services');
  expect(listLinks('/admin/settings')).toEqual(['/admin', '/admin/account#two-step']);
  expect(listLinks('/admin/quotes')).toEqual([]);
  rememberSteps(['mfa'], 'mfa');
  expect(listLinks('/admin/account')).toEqual(['/admin']);
});
