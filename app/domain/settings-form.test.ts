import { expect, test } from 'vitest';
import { fieldErrors } from './form-fields.ts';
import { settingsColumns, settingsForm, settingsFormOf } from './settings-form.ts';

const filled = { ...settingsFormOf(null), business_name: 'Ridgeline' };

function errorsOf(change: object) {
  const { error } = settingsForm.safeParse({ ...filled, ...change });
  return error ? fieldErrors(error) : {};
}

test('a name is all that is required', () => {
  expect(errorsOf({})).toEqual({});
  expect(errorsOf({ business_name: ' ' })).toEqual({ business_name: 'Business name is required' });
});

test('an e-mail address and the two links are valid or empty', () => {
  expect(errorsOf({ email: 'hello' })).toEqual({ email: 'Please enter a valid email' });
  expect(errorsOf({ facebook_url: 'facebook.com/ridgeline' })).toEqual({
    facebook_url: 'Please enter a valid URL',
  });
  expect(errorsOf({ instagram_url: 'javascript:alert(1)' })).toEqual({
    instagram_url: 'Please enter a valid URL',
  });
  expect(
    errorsOf({ email: 'hello@example.com', facebook_url: 'https://example.com/ridgeline' }),
  ).toEqual({});
});

test('the hours begin with the default where none are stored', () => {
  expect(settingsFormOf(null).hours).toEqual({
    monday: '7:00 AM - 6:00 PM',
    tuesday: '7:00 AM - 6:00 PM',
    wednesday: '7:00 AM - 6:00 PM',
    thursday: '7:00 AM - 6:00 PM',
    friday: '7:00 AM - 6:00 PM',
    saturday: '8:00 AM - 4:00 PM',
    sunday: 'Closed',
  });
});

test('stored hours stand as they are, a day without text stays empty', () => {
  const columns = settingsColumns({
    ...filled,
    hours: { ...filled.hours, monday: '', sunday: '10 to 2' },
  });
  expect(columns.hours).not.toHaveProperty('monday');
  expect(settingsFormOf(columns).hours).toMatchObject({ monday: '', sunday: '10 to 2' });
});
