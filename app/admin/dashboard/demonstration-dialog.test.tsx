import { expect, test } from 'vitest';
import { isDemonstration } from './demonstration.ts';
import { describeRecords, describeSettings } from './demonstration-dialog.tsx';

test('describeRecords and describeSettings name what is there', () => {
  const rows = { shed_listings: 16, blog_posts: 1, tax_settings: 1, business_settings: 1 };
  expect(describeRecords(rows)).toBe('16 sheds and 1 blog post');
  expect(describeSettings(rows)).toBe('Business Settings and HST');
  expect(isDemonstration({ unedited: rows })).toBe(true);
  expect([describeRecords({}), describeSettings({})]).toEqual([undefined, undefined]);
  expect(isDemonstration({ unedited: {} })).toBe(false);
});
