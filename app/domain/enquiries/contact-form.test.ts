import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { contactForm } from './schemas.ts';

const good = {
  name: ' Ana ',
  email: ' ana@example.com ',
  phone: '',
  subject: 'Gate',
  message: 'Could you build a gate as well?',
};

test('contactForm trims values and accepts a missing phone', () => {
  const { phone: _, ...withoutPhone } = good;
  expect(contactForm.parse(withoutPhone)).toEqual({
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

test('contactForm rejects what the database would reject as too long', () => {
  const result = contactForm.safeParse({ ...good, subject: 'x'.repeat(201) });
  expect(result.error && fieldErrors(result.error)).toEqual({
    subject: 'Please use at most 200 characters',
  });
});
