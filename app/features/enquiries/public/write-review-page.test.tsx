import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { OpenedReview } from '#app/features/reviews/customer-reviews.ts';
import type { Route } from './+types/write-review-page.tsx';
import type { ReviewResult } from './receive-review.server.ts';
import WriteReviewPage from './write-review-page.tsx';

const open: OpenedReview = {
  ...{ status: 'open', number: '2026-0041', lastDay: '2027-01-28', review: null },
};
const image = 'inspiration/1767225600000-shed.jpg';
const updatedAt = '2026-11-29T00:00:00.123456+00:00';

/** Renders the page as a response to a GET, or to a post with this result. */
function render(opened: OpenedReview, actionData?: ReviewResult): string {
  const props = { params: { token: 't' }, loaderData: { opened }, actionData } as unknown;
  const element = <WriteReviewPage {...(props as Route.ComponentProps)} />;
  const settings = { phone: '705-555-0102', phone_href: 'tel:+17055550102' };
  const root = { id: 'root', path: '/', element, loader: () => null };
  const router = createMemoryRouter([root], {
    hydrationData: { loaderData: { root: { settings } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const readText = (html: string) => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('a new review has a form that works without scripts', () => {
  const html = render(open);
  expect(readText(html)).toContain('You can review order 2026-0041 until January 28, 2027.');
  expect(html).toMatch(/<form[^>]* enctype="multipart\/form-data"[^>]* method="post"/i);
  expect(html.match(/type="radio"/g)).toHaveLength(5);
  expect(html).not.toMatch(/checked=""|role="(status|alert)"/);
  expect(html).not.toMatch(/type="file"[^>]*multiple/);
});

test('a review that was sent can be changed, with its photo', () => {
  const review = {
    rating: 4,
    text: 'Straight walls.',
    name: 'Cara W.',
    town: null,
    image,
    updatedAt,
  };
  const html = render({ ...open, review });
  expect(html).toContain('>Straight walls.</textarea>');
  expect(html).toMatch(/checked="" value="4"|value="4" checked=""/);
  expect(html).toContain(`value="${image}"`);
  expect(html).toContain(`name="seen" value="${updatedAt}"`);
  expect(readText(html)).toContain('|Keep this photo|');
  expect(readText(html)).toContain('|Save changes|');
});

test('a refused form keeps what was typed and says what is missing', () => {
  const values = { rating: '', review_text: 'Good.', customer_name: '<Cara>', town: 'Testville' };
  const errors = { rating: 'Please choose one to five stars' };
  const html = render(open, {
    ...{
      isSaved: false,
      message: 'Please check the form.',
      errors,
      notices: [],
      values,
      image,
      ...{ seen: '2026-11-28T00:00:00Z' },
    },
  });
  expect(html).toContain('value="&lt;Cara&gt;"');
  expect(html).toContain('id="rating-error"');
  expect(html).toContain('name="seen" value="2026-11-28T00:00:00Z"');
  expect(html).toContain(`value="${image}"`);
});

test.each([
  ['published', 'Your review is published, so you can&#x27;t change it here.'],
  ['closed', 'This review is closed'],
  ['expired', 'You could review this order until January 28, 2027.'],
] as const)('the page of a review that is %s has no form', (status, sentence) => {
  const html = render({ ...open, status });
  expect(html).toContain(sentence);
  expect(html).not.toContain('<form');
  expect(html).toContain('href="tel:+17055550102"');
});

test('a review that came too late shows what was not saved', () => {
  const values = { rating: '5', review_text: 'Straight walls.', customer_name: 'Cara', town: '' };
  const html = render(
    { ...open, status: 'expired' },
    { isSaved: false, errors: {}, notices: [], values, image, seen: '' },
  );
  expect(readText(html)).toContain('|We didn&#x27;t save this:|');
  expect(html).toMatch(/<textarea[^>]* readOnly=""[^>]*>Straight walls\.<\/textarea>/i);
});
