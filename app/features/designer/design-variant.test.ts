import { expect, test } from 'vitest';
import {
  getRequestFragment,
  getVariantReplyUrl,
  getVariantUrl,
  parseRequestFragment,
} from './design-variant.ts';

const id = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';

test('the fragment of a request leads back to it', () => {
  expect(parseRequestFragment(getRequestFragment(id))).toBe(id);
  for (const fragment of ['', '#drawings', '#request=', '#request=<b>', `#${id}`]) {
    expect(parseRequestFragment(fragment)).toBeUndefined();
  }
});

test('a variant is offered for its own request only', () => {
  const query = 'style=gable&size=10x12&color=red&delivery=80';
  const { searchParams } = new URL(getVariantReplyUrl(id, query), 'https://example.ca');
  expect(searchParams.get('open')).toBe(id);
  expect(getVariantUrl(searchParams, id)).toBe(`/design?${query}`);
  expect(getVariantUrl(searchParams, other)).toBeUndefined();
  expect(getVariantUrl(new URLSearchParams(`variant=${id}`), id)).toBeUndefined();
  expect(getVariantUrl(new URLSearchParams({ variant: `${id} a"><b>=1` }), id)).toBe(
    '/design?a%22%3E%3Cb%3E=1',
  );
});
