import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
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

test('enquiries are kept for 1 to 120 months, or for good', () => {
  expect(settingsFormOf(null).retention_months).toBe('24');
  for (const text of ['', '1', '24', '120'])
    expect(errorsOf({ retention_months: text })).toEqual({});
  for (const text of ['0', '121', '1.5', '-3', 'two years']) {
    expect(errorsOf({ retention_months: text })).toEqual({
      retention_months: 'Please enter whole months between 1 and 120, or nothing',
    });
  }
  const columns = settingsColumns({ ...filled, retention_months: '36' });
  expect(columns.retention_months).toBe(36);
  expect(settingsFormOf(columns).retention_months).toBe('36');
  const forGood = settingsColumns({ ...filled, retention_months: '' });
  expect(forGood.retention_months).toBeNull();
  expect(settingsFormOf(forGood).retention_months).toBe('');
});

test('coordinates are degrees, and both or none', () => {
  expect(errorsOf({ latitude: '44.6082', longitude: '-79.4197' })).toEqual({});
  expect(errorsOf({ latitude: '95', longitude: '-181' })).toEqual({
    latitude: 'Please enter degrees between -90 and 90, such as 44.6082',
    longitude: 'Please enter degrees between -180 and 180, such as -79.4197',
  });
  expect(errorsOf({ latitude: '44° 36′', longitude: '1' })).toHaveProperty('latitude');
  expect(errorsOf({ latitude: '44.6' })).toEqual({ longitude: 'Please enter both, or neither' });
  expect(errorsOf({ longitude: '1' })).toEqual({ latitude: 'Please enter both, or neither' });
});

test('coordinates are stored as numbers and read back as they were', () => {
  const columns = settingsColumns({ ...filled, latitude: '44.6082', longitude: '-79.4197' });
  expect(columns).toMatchObject({ latitude: 44.6082, longitude: -79.4197 });
  expect(settingsFormOf(columns)).toMatchObject({ latitude: '44.6082', longitude: '-79.4197' });
  expect(settingsColumns(filled)).toMatchObject({ latitude: null, longitude: null });
});
