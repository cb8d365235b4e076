import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { tabItems } from '#app/lib/browser-storage.ts';
import type { Demonstration } from './demonstration.ts';
import { FirstSteps, type StepsDone } from './first-steps.tsx';

const nothing = {
  ...{ business: false, looks: false, services: false, shed: false, projects: false },
  ...{ prices: false, permits: false, quotes: false, email: false, colleague: false, mfa: false },
};

function render(done: Partial<StepsDone>, skipped?: string, demonstration?: Demonstration) {
  if (skipped) tabItems.setItem('first-steps-skipped', skipped);
  else tabItems.removeItem('first-steps-skipped');
  return renderToStaticMarkup(
    <MemoryRouter>
      <FirstSteps done={{ ...nothing, ...done }} demonstration={demonstration} />
    </MemoryRouter>,
  );
}

test('FirstSteps links the open steps, and names the finished ones', () => {
  const html = render({ business: true, shed: true }, 'mfa');
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    '/admin/appearance',
    '/admin/settings',
    '/admin/projects',
    '/admin/price-list',
    '/admin/price-list?tab=visitors',
    '/admin/quote-builder/settings',
    '/admin/email',
    '/admin/colleagues',
  ]);
  expect(html).toContain('2 of 11 done.');
  expect(html.split('aria-label="Done"')[1]).toMatch(/Name, contact and hours.*Your first shed/s);
});

test('FirstSteps begins with the removal of demonstration content, if there is any', () => {
  const state = { unedited: { reviews: 11 }, edited: {}, removed_at: null };
  const html = render({}, undefined, state);
  expect(html).toContain('0 of 12 done.');
  expect(html.match(/<a[^>]* href="([^"]+)"/)?.[1]).toBe('/admin?remove=demonstration');
  const removed = { ...state, unedited: {}, removed_at: '2026-11-28T15:00:00Z' };
  expect(render({}, undefined, removed)).toContain('1 of 12 done.');
  expect(render({}, undefined, { ...state, unedited: {} })).toContain('0 of 11 done.');
});

test('FirstSteps is absent once every step is done or skipped', () => {
  const done = Object.fromEntries(Object.keys(nothing).map((id) => [id, true]));
  expect(render({ ...done, mfa: false })).not.toBe('');
  expect(render({ ...done, mfa: false }, 'mfa')).toBe('');
  expect(render(done)).toBe('');
});
