import { expect, test } from 'vitest';
import { renderSecurityTxt } from './security-txt.ts';

// https://www.rfc-editor.org/rfc/rfc9116: Contact and Expires are required, Expires once.
test('the file has the contact and expires after half a year', () => {
  const text = renderSecurityTxt(
    'https://example.com',
    'mailto:a@example.com',
    new Date('2026-09-30T13:14Z'),
  );
  expect(text).toBe(
    'Contact: mailto:a@example.com\nExpires: 2027-03-29T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://example.com/.well-known/security.txt\n',
  );
});
