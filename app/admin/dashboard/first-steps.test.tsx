import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { tabItems } from '#app/lib/browser-storage.ts';
import type { Demonstration } from './demonstration.ts';
import { FirstSteps, type StepCounts } from './first-steps.tsx';

const nothing = {
  ...{ business: 0, looks: 0, services: 0, shed: 0, projects: 0 },
  ...{ prices: 0, permits: 0, quotes: 0, privacy: 0, email: 0, colleague: 0, mfa: 0 },
};

function render(counts: Partial<StepCounts>, skipped?: string, demonstration?: Demonstration) {
  if (skipped) tabItems.setItem('first-steps-skipped', skipped);
  else tabItems.removeItem('first-steps-skipped');
  return renderToStaticMarkup(
    <MemoryRouter>
      <FirstSteps counts={{ ...nothing, ...counts }} demonstration={demonstration} />
    </MemoryRouter>,
  );
}

test('FirstSteps links the open steps, and names the finished ones', () => {
  const html = render({ business: 1, shed: 1 }, 'mfa');
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    '/admin/appearance',
    '/admin/settings#services',
    '/admin/projects?open=new',
    '/admin/price-list?form=short',
    '/admin/price-list?tab=visitors#fit-hints',
    '/admin/quote-builder/settings',
    '/admin/settings#privacy',
    '/admin/email',
    '/admin/colleagues',
  ]);
  expect(html).toContain('2 of 12 done.');
  expect(html.split('aria-label="Done"')[1]).toMatch(/Name, contact and hours.*Your first shed/s);
});

test('FirstSteps begins with the removal of demonstration content, if there is any', () => {
  const state = { unedited: { reviews: 11 }, edited: {}, removed_at: null };
  const html = render({}, undefined, state);
  expect(html).toContain('0 of 13 done.');
  expect(html.match(/<a[^>]* href="([^"]+)"/)?.[1]).toBe('/admin?remove=demonstration');
  const removed = { ...state, unedited: {}, removed_at: '2026-11-28T15:00:00Z' };
  expect(render({}, undefined, removed)).toContain('1 of 13 done.');
  expect(render({}, undefined, { ...state, unedited: {} })).toContain('0 of 12 done.');
});

test('FirstSteps does not count demonstration content that nobody has edited', () => {
  const unedited = { business_settings: 1, shed_listings: 16, past_projects: 9, price_lists: 1 };
  const state = { unedited: { ...unedited, tax_settings: 1 }, edited: {}, removed_at: null };
  const seeded = { business: 1, services: 1, shed: 16, projects: 9, prices: 1, quotes: 1 };
  expect(render(seeded, undefined, state)).toContain('0 of 13 done.');
  const html = render({ ...seeded, shed: 17 }, undefined, state);
  expect(html).toContain('1 of 13 done.');
  expect(html.split('aria-label="Done"')[1]).toContain('Your first shed');
});

test('FirstSteps is absent once every step is done or skipped', () => {
  const done = Object.fromEntries(Object.keys(nothing).map((id) => [id, 1]));
  expect(render({ ...done, mfa: 0 })).not.toBe('');
  expect(render({ ...done, mfa: 0 }, 'mfa')).toBe('');
  expect(render(done)).toBe('');
});
