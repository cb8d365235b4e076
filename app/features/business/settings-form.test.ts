import { expect, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { orderSteps, trustFacts } from './business-terms.ts';
import { listShownServices, serviceNames } from './service-terms.ts';
import { settingsForm, toSettingsColumns, toSettingsForm } from './settings-form.ts';

const filled = { ...toSettingsForm(null), business_name: 'Ridgeline' };

async function getErrors(change: object) {
  const { error } = await settingsForm.safeParseAsync({ ...filled, ...change });
  return error ? fieldErrors(error) : {};
}

test('settingsForm requires a name only', async () => {
  expect(await getErrors({})).toEqual({});
  expect(await getErrors({ business_name: ' ' })).toEqual({
    business_name: 'Business name is required',
  });
});

test('settingsForm accepts valid or empty email addresses and links', async () => {
  expect(await getErrors({ email: 'hello' })).toEqual({ email: 'Please enter a valid email' });
  expect(await getErrors({ facebook_url: 'facebook.com/ridgeline' })).toEqual({
    facebook_url: 'Please enter a valid URL',
  });
  expect(await getErrors({ instagram_url: 'javascript:alert(1)' })).toEqual({
    instagram_url: 'Please enter a valid URL',
  });
  expect(
    await getErrors({ email: 'hello@example.com', facebook_url: 'https://example.com/ridgeline' }),
  ).toEqual({});
});

test('profiles of other networks are stored as far as they are on the domain of the network', async () => {
  const houzz = 'https://www.houzz.com/professionals/ridgeline';
  const form = { ...filled, social_urls: { ...filled.social_urls, houzz: ` ${houzz} ` } };
  const columns = toSettingsColumns(await settingsForm.parseAsync(form));
  expect(columns.social_urls).toEqual({ houzz });
  expect(toSettingsForm(columns).social_urls).toEqual({ ...filled.social_urls, houzz });
  const error = 'Please enter a link that starts with https://tiktok.com/';
  for (const tiktok of ['http://tiktok.com/@a', 'https://tiktok.com.example/@a', '@a']) {
    const { error: found } = await settingsForm.safeParseAsync({
      ...filled,
      social_urls: { ...filled.social_urls, tiktok },
    });
    expect(found?.issues).toMatchObject([{ path: ['social_urls', 'tiktok'], message: error }]);
  }
});

test('facts about the business are stored as far as they have a text of at most 300 characters', async () => {
  const form = { ...filled, trust_texts: { since: ' 2004 ', wsib: '', ask: 'x'.repeat(300) } };
  const columns = toSettingsColumns(await settingsForm.parseAsync(form));
  expect(columns.trust_texts).toEqual({ since: '2004', ask: 'x'.repeat(300) });
  const shown = toSettingsForm(columns).trust_texts;
  expect(shown).toEqual({ ...filled.trust_texts, ...columns.trust_texts });
  // An input without a value would count as a change that isn't saved.
  expect(Object.keys(shown)).toEqual(Object.keys({ ...trustFacts, ...orderSteps }));
  const former = { ...columns, trust_texts: { ...columns.trust_texts, hst: '12345 6789 RT0001' } };
  const parsed = await settingsForm.parseAsync(toSettingsForm(former));
  expect(toSettingsColumns(parsed).trust_texts).toEqual(columns.trust_texts);
  expect(await getErrors({ trust_texts: { build: 'x'.repeat(301) } })).toHaveProperty(
    'trust_texts',
  );
});

test('frequently asked questions keep their order, and need both texts', async () => {
  const faq = [
    { question: ' Do you deliver? ', answer: 'Yes.' },
    { question: 'Do you build in winter?', answer: 'x'.repeat(2000) },
  ];
  const columns = toSettingsColumns(await settingsForm.parseAsync({ ...filled, faq }));
  expect(columns.faq.map(({ question }) => question)).toEqual([
    'Do you deliver?',
    'Do you build in winter?',
  ]);
  expect(toSettingsForm(columns).faq).toEqual(columns.faq);
  for (const entry of [
    { question: ' ', answer: 'Yes.' },
    { question: 'Why?', answer: '' },
    { question: 'x'.repeat(201), answer: 'Yes.' },
    { question: 'Why?', answer: 'x'.repeat(2001) },
  ]) {
    expect(await getErrors({ faq: [entry] })).toHaveProperty('faq');
  }
  expect(await getErrors({ faq: Array(51).fill(faq[0]) })).toHaveProperty('faq');
});

test('people keep their order, and need a name', async () => {
  const people = [
    { name: ' Jo Marren ', role: 'Owner', photo: 'thumbnails/1-jo.jpg' },
    { name: 'Tom', role: '', photo: '' },
  ];
  const columns = toSettingsColumns(await settingsForm.parseAsync({ ...filled, people }));
  expect(columns.people).toEqual([{ ...people[0], name: 'Jo Marren' }, people[1]]);
  expect(toSettingsForm(columns).people).toEqual(columns.people);
  expect(await getErrors({ people: [{ ...people[0], name: ' ' }] })).toHaveProperty('people');
  expect(await getErrors({ people: Array(13).fill(people[0]) })).toHaveProperty('people');
});

test('services are stored in their order with those that are shown, the usual choice as null', () => {
  const { services } = toSettingsForm(null);
  expect(services.map(({ name, isShown }) => isShown && name)).toEqual(serviceNames);
  expect(toSettingsColumns({ ...filled, services }).shown_services).toBeNull();
  const changed = [
    {
      ...{ name: 'Custom Sheds', isShown: true, text: 'Built on your site.' },
      image: 'hero/1-sheds.jpg',
      link: '/sheds',
    },
    ...services
      .filter(({ name }) => name !== 'Custom Sheds')
      .map((service) => ({ ...service, isShown: service.name === 'Shops' })),
  ] as typeof services;
  const columns = toSettingsColumns({ ...filled, services: changed });
  expect(columns.shown_services).toEqual(['Custom Sheds', 'Shops']);
  expect(columns.service_texts).toEqual({ 'Custom Sheds': 'Built on your site.' });
  expect(columns.service_images).toEqual({ 'Custom Sheds': 'hero/1-sheds.jpg' });
  expect(columns.service_links).toEqual({ 'Custom Sheds': '/sheds' });
  expect(toSettingsForm(columns).services).toEqual(changed);
  expect(listShownServices(columns)).toEqual([
    {
      name: 'Custom Sheds',
      text: 'Built on your site.',
      image: 'hero/1-sheds.jpg',
      link: '/sheds',
    },
    { name: 'Shops', text: undefined },
  ]);
  const none = services.map((service) => ({ ...service, isShown: false }));
  expect(toSettingsColumns({ ...filled, services: none }).shown_services).toEqual([]);
});

test.each([
  ['(705) 555-0142', 'Please enter a page of this site'],
  ['javascript:alert(1)', 'Please enter a page of this site'],
  ['/services/garage-doors', "This is the service's own page. Please leave this empty."],
  ['/Services/Siding/?a=b#c', 'Siding leads to /pages/siding. Please enter that link.'],
])('a service can have no link to %s', async (link, message) => {
  const services = toSettingsForm({
    ...filled,
    service_links: { Siding: '/pages/siding' },
  } as never).services.map((service) =>
    service.name === 'Garage Doors' ? { ...service, link } : service,
  );
  const { error } = await settingsForm.safeParseAsync({ ...filled, services });
  const index = services.findIndex(({ name }) => name === 'Garage Doors');
  expect(error?.issues).toMatchObject([
    { path: ['services', index, 'link'], message: expect.stringContaining(message) },
  ]);
});

test('toSettingsForm returns the default hours if none are stored', () => {
  expect(toSettingsForm(null).hours).toEqual({
    monday: '7:00 AM - 6:00 PM',
    tuesday: '7:00 AM - 6:00 PM',
    wednesday: '7:00 AM - 6:00 PM',
    thursday: '7:00 AM - 6:00 PM',
    friday: '7:00 AM - 6:00 PM',
    saturday: '8:00 AM - 4:00 PM',
    sunday: 'Closed',
  });
});

test('toSettingsForm returns stored hours, empty for days without text', () => {
  const columns = toSettingsColumns({
    ...filled,
    hours: { ...filled.hours, monday: '', sunday: '10 to 2' },
  });
  expect(columns).toEqual({
    business_name: 'Ridgeline',
    phone: null,
    email: null,
    address: null,
    hours: expect.not.objectContaining({ monday: expect.anything() }),
    facebook_url: null,
    instagram_url: null,
    social_urls: {},
    latitude: null,
    longitude: null,
    retention_months: 24,
    privacy_checked_on: null,
    service_area: null,
    price_includes: null,
    payment_methods: null,
    service_texts: {},
    service_images: {},
    service_links: {},
    shown_services: null,
    trust_texts: {},
    faq: [],
    people: [],
    lists_more_pages: false,
  });
  expect(toSettingsForm(columns).hours).toMatchObject({ monday: '', sunday: '10 to 2' });
});

test('settingsForm takes the day on which the privacy page was checked, or none', async () => {
  expect(await getErrors({ privacy_checked_on: 'today' })).toEqual({
    privacy_checked_on: 'Please enter a date',
  });
  const columns = toSettingsColumns({ ...filled, privacy_checked_on: '2026-11-29' });
  expect(columns.privacy_checked_on).toBe('2026-11-29');
  expect(toSettingsForm(columns).privacy_checked_on).toBe('2026-11-29');
});

test('settingsForm accepts a retention of 1 to 120 months or none', async () => {
  expect(toSettingsForm(null).retention_months).toBe('24');
  for (const text of ['', '1', '24', '120'])
    expect(await getErrors({ retention_months: text })).toEqual({});
  for (const text of ['0', '121', '1.5', '-3', 'two years']) {
    expect(await getErrors({ retention_months: text })).toEqual({
      retention_months: 'Please enter a whole number of months from 1 to 120, or leave this empty',
    });
  }
  const columns = toSettingsColumns({ ...filled, retention_months: '36' });
  expect(columns.retention_months).toBe(36);
  expect(toSettingsForm(columns).retention_months).toBe('36');
  const unlimited = toSettingsColumns({ ...filled, retention_months: '' });
  expect(unlimited.retention_months).toBeNull();
  expect(toSettingsForm(unlimited).retention_months).toBe('');
});

test('settingsForm requires degrees, and both coordinates or none', async () => {
  expect(await getErrors({ latitude: '44.6082', longitude: '-79.4197' })).toEqual({});
  expect(await getErrors({ latitude: '95', longitude: '-181' })).toEqual({
    latitude: 'Please enter degrees between -90 and 90, such as 44.6082',
    longitude: 'Please enter degrees between -180 and 180, such as -79.4197',
  });
  expect(await getErrors({ latitude: '44° 36′', longitude: '1' })).toHaveProperty('latitude');
  expect(await getErrors({ latitude: '44.6' })).toEqual({
    longitude: 'Please enter both, or neither',
  });
  expect(await getErrors({ longitude: '1' })).toEqual({
    latitude: 'Please enter both, or neither',
  });
});

test('coordinates are stored as numbers and convert back', () => {
  const columns = toSettingsColumns({ ...filled, latitude: '44.6082', longitude: '-79.4197' });
  expect(columns).toMatchObject({ latitude: 44.6082, longitude: -79.4197 });
  expect(toSettingsForm(columns)).toMatchObject({ latitude: '44.6082', longitude: '-79.4197' });
  expect(toSettingsColumns(filled)).toMatchObject({ latitude: null, longitude: null });
});
