import { expect, test } from 'vitest';
import { getNotFoundTemplate } from './not-found.ts';

test('the templates are the routes with parameters', () => {
  expect(getNotFoundTemplate('/blog/a-shed')).toBe('/blog/%20');
  expect(getNotFoundTemplate('/custom-sheds/none')).toMatch(/^\/custom-sheds\/0/);
  expect(getNotFoundTemplate('/blog')).toBeUndefined();
});
