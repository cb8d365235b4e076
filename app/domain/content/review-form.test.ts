import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { emptyReview, reviewColumns, reviewForm, reviewFormOf } from './review-form.ts';

const filled = {
  ...emptyReview,
  customer_name: ' Cara Woods ',
  rating: '4',
  review_text: 'Straight walls.',
};

function errorsOf(change: object) {
  const { error } = reviewForm.safeParse({ ...filled, ...change });
  return error ? fieldErrors(error) : {};
}

test('an empty form is refused in the words of the specification', () => {
  expect(errorsOf(emptyReview)).toEqual({
    customer_name: 'Customer name is required',
    rating: 'Rating is required',
    review_text: 'Review text must be at least 10 characters',
  });
});

test('a rating is a whole number from 1 to 5', () => {
  for (const rating of [null, '', '0', 'five', '4.5']) {
    expect(errorsOf({ rating })).toEqual({ rating: 'Rating is required' });
  }
  expect(errorsOf({ rating: '6' })).toEqual({ rating: 'Rating cannot exceed 5' });
  for (const rating of ['1', '5']) expect(errorsOf({ rating })).toEqual({});
});

test('a text needs ten characters that are no blanks at its ends', () => {
  expect(errorsOf({ review_text: 'Very good    ' })).toHaveProperty('review_text');
  expect(errorsOf({ review_text: 'Very good!' })).toEqual({});
});

test('the columns come back as the form', () => {
  const columns = reviewColumns(reviewForm.parse(filled));
  expect(columns).toEqual({
    customer_name: 'Cara Woods',
    rating: 4,
    review_text: 'Straight walls.',
    project_type: null,
    is_featured: false,
    is_approved: false,
  });
  expect(reviewColumns(reviewForm.parse(reviewFormOf(columns)))).toEqual(columns);
});
