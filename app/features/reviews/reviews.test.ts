import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { emptyReview, reviewForm, toReviewColumns, toReviewForm } from './reviews.ts';

const filled = {
  ...emptyReview,
  customer_name: ' Cara Woods ',
  rating: '4',
  review_text: 'Straight walls.',
};

function getErrors(change: object) {
  const { error } = reviewForm.safeParse({ ...filled, ...change });
  return error ? fieldErrors(error) : {};
}

test('reviewForm rejects an empty form with the specified messages', () => {
  expect(getErrors(emptyReview)).toEqual({
    customer_name: 'Customer name is required',
    rating: 'Rating is required',
    review_text: 'Review text must be at least 10 characters',
  });
});

test('reviewForm requires a whole number from 1 to 5', () => {
  for (const rating of [null, '', '0', 'five', '4.5']) {
    expect(getErrors({ rating })).toEqual({ rating: 'Rating is required' });
  }
  expect(getErrors({ rating: '6' })).toEqual({ rating: 'Rating cannot exceed 5' });
  for (const rating of ['1', '5']) expect(getErrors({ rating })).toEqual({});
});

test('reviewForm requires ten characters after trimming', () => {
  expect(getErrors({ review_text: 'Very good    ' })).toHaveProperty('review_text');
  expect(getErrors({ review_text: 'Very good!' })).toEqual({});
});

test('reviewForm requires a real date and a link by https', () => {
  expect(getErrors({ reviewed_on: '2026-02-30' })).toEqual({
    reviewed_on: 'Please enter a valid date',
  });
  for (const source_url of ['http://g.page/r/1', 'g.page/r/1', 'javascript:alert(1)', 'https://']) {
    expect(getErrors({ source_url })).toEqual({
      source_url: 'Please enter a link that starts with https://',
    });
  }
  const source_url = ' HTTPS://g.page/r/1 ';
  expect(getErrors({ reviewed_on: '2026-02-28', town: 'Testville', source_url })).toEqual({});
});

test('the columns convert back to the form', () => {
  const columns = toReviewColumns(reviewForm.parse(filled));
  expect(columns).toEqual({
    customer_name: 'Cara Woods',
    rating: 4,
    review_text: 'Straight walls.',
    project_type: null,
    reviewed_on: null,
    town: null,
    source_url: null,
    is_featured: false,
    is_approved: false,
  });
  const dated = { ...columns, reviewed_on: '2026-06-30', town: 'Testville' };
  for (const stored of [columns, { ...dated, source_url: 'https://g.page/r/1' }]) {
    expect(toReviewColumns(reviewForm.parse(toReviewForm(stored)))).toEqual(stored);
  }
});
