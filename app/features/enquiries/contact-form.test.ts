import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { contactForm } from './contact-form.ts';

const good = {
  name: ' Ana ',
  email: ' ana@example.com ',
  phone: '',
  location: '',
  contact_preference: '',
  subject: 'Gate',
  message: 'Could you build a gate as well?',
};

test('contactForm trims values and accepts missing optional fields', () => {
  const { phone: _phone, location: _location, contact_preference: _preference, ...rest } = good;
  expect(contactForm.parse(rest)).toEqual({
    ...good,
    name: 'Ana',
    email: 'ana@example.com',
  });
});

test('contactForm has a message for each error', () => {
  const result = contactForm.safeParse({
    name: 'A ',
    email: 'ana@',
    subject: 'Hi',
    message: 'short',
  });
  expect(result.success).toBe(false);
  if (result.success) return;
  expect(fieldErrors(result.error)).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    subject: 'Subject must be at least 3 characters',
    message: 'Message must be at least 10 characters',
  });
});

test('contactForm rejects a missing field like an empty one', () => {
  const result = contactForm.safeParse({});
  expect(result.error && Object.keys(fieldErrors(result.error))).toEqual([
    'name',
    'email',
    'subject',
    'message',
  ]);
});

test.each([
  ['name', 120, 'Please use at most 120 characters'],
  ['phone', 40, 'Please use at most 40 characters'],
  ['location', 120, 'Please use at most 120 characters'],
  ['contact_preference', 120, 'Please use at most 120 characters'],
  ['subject', 200, 'Please use at most 200 characters'],
  ['message', 10_000, 'Please use at most 10,000 characters'],
])('contactForm rejects a %s of more than %d characters', (field, max, message) => {
  expect(contactForm.safeParse({ ...good, [field]: 'x'.repeat(max) }).success).toBe(true);
  const result = contactForm.safeParse({ ...good, [field]: 'x'.repeat(max + 1) });
  expect(result.error && fieldErrors(result.error)).toEqual({ [field]: message });
});

test.each([
  ['ana@example', true],
  ['ana@example.', false],
  [`${'a'.repeat(60)}@${'b.'.repeat(100)}ca`, false],
  [' ana+shed@example.co.uk ', true],
])('contactForm takes the email address %s: %j', (email, isTaken) => {
  const result = contactForm.safeParse({ ...good, email });
  expect(result.error ? fieldErrors(result.error) : {}).toEqual(
    isTaken ? {} : { email: 'Please enter a valid email address' },
  );
});
