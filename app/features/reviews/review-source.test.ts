import { expect, test } from 'vitest';
import { getReviewSource } from './review-source.ts';

test.each([
  ['https://www.google.com/maps/reviews/1', 'Google'],
  ['https://maps.app.goo.gl/abc', 'Google'],
  ['https://m.facebook.com/page/reviews', 'Facebook'],
  ['https://HomeStars.com/companies/1', 'HomeStars'],
  ['https://www.reviews.example/1', 'reviews.example'],
  ['https://google.com.reviews.example/1', 'google.com.reviews.example'],
  ['https://google.com@reviews.example/1', 'reviews.example'],
  ['https://sites.google.com/view/me', 'sites.google.com'],
])('getReviewSource names the site of %s', (url, name) => {
  expect(getReviewSource(url)).toBe(name);
});

test.each([null, '', 'http://google.com/1', 'javascript:alert(1)', 'https://%'])(
  'getReviewSource returns nothing for %s',
  (url) => {
    expect(getReviewSource(url)).toBeUndefined();
  },
);
