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

test('the columns convert back to the form', () => {
  const columns = toReviewColumns(reviewForm.parse(filled));
  expect(columns).toEqual({
    customer_name: 'Cara Woods',
    rating: 4,
    review_text: 'Straight walls.',
    project_type: null,
    is_featured: false,
    is_approved: false,
  });
  expect(toReviewColumns(reviewForm.parse(toReviewForm(columns)))).toEqual(columns);
});
