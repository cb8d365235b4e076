import { expect, test } from 'vitest';
import { parsePostalAddress } from './postal-address.ts';

const millStreet = { street: '12 Mill Street', town: 'Orillia', province: 'ON' };

test.each([
  ['12 Mill Street, Orillia, Ontario', millStreet],
  ['12 Mill Street, Orillia, ON', millStreet],
  ['12 Mill Street,\nOrillia, Ont., Canada', { street: '12 Mill Street,\nOrillia, Ont., Canada' }],
  ['12 Mill Street, Orillia, O.N. l3v1a1, Canada', { ...millStreet, postalCode: 'L3V 1A1' }],
  ['12 Mill Street, Orillia, Ontario, L3V 1A1', { ...millStreet, postalCode: 'L3V 1A1' }],
  ['Unit 4, 12 Mill Street, Orillia, ON', { ...millStreet, street: 'Unit 4, 12 Mill Street' }],
])('%s', (text, parts) => {
  expect(parsePostalAddress(text)).toEqual(parts);
});

test.each(['Behind the old mill', 'Orillia, Ontario', '12 Mill Street, Orillia', ''])(
  'parsePostalAddress returns %s as the street',
  (text) => {
    expect(parsePostalAddress(text)).toEqual({ street: text });
  },
);
