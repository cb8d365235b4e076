import { expect, it } from 'vitest';
import { toPhoneHref } from './phone.ts';

it.each([
  ['+1 (705) 555-0142', 'tel:+17055550142'],
  ['7055550142', 'tel:+17055550142'],
  ['705-555-0142 ext. 2', 'tel:+17055550142;ext=2'],
  ['705.555.0142 x23', 'tel:+17055550142;ext=23'],
  ['(705) 555-0142, extension 12', 'tel:+17055550142;ext=12'],
  ['705-555-0142 #4', 'tel:+17055550142;ext=4'],
  ['705-555-0142 poste 4', 'tel:+17055550142;ext=4'],
  ['cell: 705 555 0142', 'tel:+17055550142'],
  ['705-555-0142 or 705-555-0143', 'tel:+17055550142'],
  ['705-555-0142, 705-555-0143', 'tel:+17055550142'],
  ['705-555-0142 after 5 pm', 'tel:+17055550142'],
  ['705-555-0142 2', 'tel:+17055550142'],
  ['011 44 20 7946 0958', 'tel:+442079460958'],
])('toPhoneHref reads %j', (typed, href) => {
  expect(toPhoneHref(typed)).toBe(href);
});

it.each(['', 'none', '12', '555-0142', 'call me', '705-555-01422'])(
  'toPhoneHref finds no number in %j',
  (typed) => {
    expect(toPhoneHref(typed)).toBeUndefined();
  },
);
