import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { OpenedRequest } from '../request-additions.ts';
import type { Route } from './+types/add-details-page.tsx';
import AddDetailsPage from './add-details-page.tsx';
import type { AdditionResult } from './receive-addition.server.ts';

const open: Extract<OpenedRequest, { status: 'open' }> = {
  ...{ status: 'open', reference: 'R-2026-0142', lastDay: '2026-12-12' },
  sentAt: '2026-11-28T15:00:00Z',
  request: {
    ...{ projectType: 'Custom Shed', size: '10x12', style: null, material: 'Wood', color: null },
    images: 2,
  },
  additions: [{ at: '2026-11-29T15:00:00Z', hasText: true, images: 1 }],
  ...{ additionsLeft: 4, imagesLeft: 9 },
};

/** Renders the page as a response to a GET, or to a post with this result. */
function render(opened: OpenedRequest, actionData?: AdditionResult, wasSent = false): string {
  const loaderData = { opened, additionId: 'a1' };
  const props = { params: { token: 't' }, loaderData, actionData } as unknown;
  const element = <AddDetailsPage {...(props as Route.ComponentProps)} />;
  const settings = { phone: '705-555-0102', phone_href: 'tel:+17055550102' };
  const root = { id: 'root', path: '/', element, loader: () => null };
  const router = createMemoryRouter([root], {
    hydrationData: { loaderData: { root: { wasSent, settings } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const readText = (html: string) => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('an open request has its reference, what was asked, and a form that works without scripts', () => {
  const html = render(open);
  const text = readText(html);
  expect(text).toContain('quote request |R-2026-0142| until December 12, 2026.');
  expect(text).toContain('|Project type|Custom Shed|Size|10x12|Material|Wood|Photos|2|');
  expect(text).toContain('Added Nov 29, 2026, 10:00 a.m.: details and 1 photo');
  expect(text).toContain('up to 9 photos, 15 MB each.');
  expect(text).toContain('You can add to this request 4 more times.');
  expect(html).toContain('action="?#outcome"');
  expect(html).toMatch(/<form[^>]* enctype="multipart\/form-data"[^>]* method="post"/i);
  expect(html).toContain('<input type="hidden" name="addition" value="a1"/>');
  expect(html).not.toMatch(/role="(status|alert)"/);
});

test('the page of a message names it, without the facts of a request', () => {
  const message = { ...open, reference: 'M-2026-0143', request: null };
  const text = readText(render(message));
  expect(text).toContain('Add to your message|');
  expect(text).toMatch(/message \|M-2026-0143\| until/);
  expect(text).toContain('You can add to this message 4 more times.');
  expect(text).not.toMatch(/request|Project type/);
  expect(readText(render({ status: 'expired', reference: 'M-2026-0143' }))).toContain(
    'You could add to message |M-2026-0143| for 14 days.',
  );
});

test('the page confirms what was added, and says which photos failed', () => {
  expect(readText(render(open, undefined, true))).toContain('We received what you added.');
  const failed = { isAdded: true, notices: ['Failed to upload a.jpg: x'], text: '', images: [] };
  expect(readText(render(open, failed))).toMatch(/We received what you added\..*a\.jpg: x/);
});

test('a refused form keeps its text and photos, and its id', () => {
  const images = ['inspiration/1767225600000-yard.jpg'];
  const result = { isAdded: false, notices: [], text: 'Facing <south>', images, id: 'a0' };
  const html = render(open, { ...result, message: 'Please wait.' });
  expect(html).toContain('>Facing &lt;south&gt;</textarea>');
  expect(html).toContain(`value="${images[0]}"`);
  expect(html).toContain('name="addition" value="a0"');
  expect(readText(html)).toContain('|Please wait.|');
});

test('an expired link and a full request give the telephone and the contact form', () => {
  const expired = render({ status: 'expired', reference: 'R-2026-0142' });
  const full = render({ ...open, additionsLeft: 0 });
  for (const html of [expired, full]) {
    expect(html).not.toContain('<form');
    expect(html).toContain('href="tel:+17055550102"');
    expect(html).toContain('href="/contact"');
  }
  expect(readText(expired)).toContain('This link has expired');
  expect(render({ ...open, imagesLeft: 0 })).not.toContain('type="file"');
});
