import { expect, test } from 'vitest';
import { renderLines } from './audit-labels.ts';
import {
  type AuditFacts,
  askAboutRestore,
  explainRestore,
  getRecordPath,
  isRestorable,
  listDetailColumns,
  renderAuditSentence,
} from './audit-sentence.ts';

const facts = (given: Partial<AuditFacts>): AuditFacts => ({
  actor_email: 'owner@example.com',
  table_name: 'shed_listings',
  record_id: 'a3',
  action: 'update',
  record_name: '10 × 12 garden shed',
  name_now: '10 × 12 garden shed',
  changes: {},
  ...given,
});

function quoteChange(changes: AuditFacts['changes']): Partial<AuditFacts> {
  return { table_name: 'quotes', record_name: '2026-0001', name_now: '2026-0001', changes };
}

const backup = { table_name: 'backups', record_name: 'b.tar.gz', name_now: undefined };

test.each<[string, Partial<AuditFacts>]>([
  [
    'owner@example.com downloaded the backup b.tar.gz',
    { ...backup, changes: { encrypted: [null, false] } },
  ],
  [
    'owner@example.com downloaded the backup b.tar.gz, encrypted with a passphrase',
    { ...backup, changes: { encrypted: [null, true] } },
  ],
  [
    'owner@example.com asked for a review of the quote 2026-0001',
    quoteChange({ review_asked_at: [null, '2026-11-28T15:00:00Z'] }),
  ],
  ['owner@example.com restored the backup b.tar.gz', { ...backup, action: 'restore' }],
  [
    'owner@example.com changed the price of the shed “10 × 12 garden shed” from $4,250.50 to Contact for price',
    { changes: { price: [4250.5, null] } },
  ],
  [
    'owner@example.com changed the material of the shed “10 × 12 garden shed” from “Wood” to “Metal”',
    { changes: { material_type: ['Wood', 'Metal'] } },
  ],
  [
    'owner@example.com changed the colour and the price of the shed “10 × 12 garden shed”',
    { changes: { price: [1, 2], color: ['Red', 'Blue'] } },
  ],
  [
    'owner@example.com changed the colour, the price and 1 other field of the shed “10 × 12 garden shed”',
    { changes: { price: [1, 2], title: ['A', 'B'], color: ['Red', 'Blue'] } },
  ],
  [
    'owner@example.com changed the description of the shed “10 × 12 garden shed”',
    { changes: { description: ['x'.repeat(200), 'y'.repeat(200)] } },
  ],
  [
    'owner@example.com made the shed “10 × 12 garden shed” inactive',
    { changes: { is_active: [true, false] } },
  ],
  [
    'owner@example.com published the post “Permits”',
    {
      table_name: 'blog_posts',
      record_name: 'Permits',
      changes: { is_published: [false, true], published_at: [null, '2026-11-21T12:00:00Z'] },
    },
  ],
  [
    'owner@example.com sent version 1 of the quote 2026-0001',
    quoteChange({
      number: [null, '2026-0001'],
      state: ['draft', 'sent'],
      version: [0, 1],
      sent_at: [null, '2026-11-21T12:00:00Z'],
    }),
  ],
  [
    'owner@example.com extended the quote 2026-0001',
    quoteChange({ state: ['expired', 'sent'], valid_until: ['2026-11-01', '2026-12-01'] }),
  ],
  [
    'owner@example.com recorded the acceptance of the quote 2026-0001',
    quoteChange({ state: ['viewed', 'accepted'], accepted_version: [null, 1] }),
  ],
  ['owner@example.com withdrew the quote 2026-0001', quoteChange({ state: ['sent', 'withdrawn'] })],
  [
    'owner@example.com withdrew the change to the quote 2026-0001',
    quoteChange({ state: ['sent', 'accepted'], lapsed_as: [null, 'withdrawn'] }),
  ],
  [
    "owner@example.com erased the customer's details from the quote 2026-0001",
    quoteChange({ customer_name: ['Ann', ''], erased_at: [null, '2026-11-21T12:00:00Z'] }),
  ],
  [
    'owner@example.com removed the quote request from the quote 2026-0001',
    quoteChange({ quote_request_id: ['a3', null] }),
  ],
  [
    'owner@example.com changed the last valid day of the quote 2026-0001 from “2026-11-01” to “2026-12-01”',
    quoteChange({ valid_until: ['2026-11-01', '2026-12-01'] }),
  ],
  [
    'owner@example.com published the price list draft',
    {
      table_name: 'price_lists',
      record_name: null,
      name_now: undefined,
      changes: { note: ['', 'Spring'], version: [null, 3] },
    },
  ],
  [
    'owner@example.com restored the shed “$& costs”',
    { action: 'restore', record_name: '$& costs' },
  ],
  [
    'owner@example.com featured the shed “$& costs”',
    { record_name: '$& costs', changes: { is_featured: [false, true] } },
  ],
  [
    'owner@example.com marked the quote request from Ben Carver as responded',
    {
      table_name: 'quote_requests',
      record_name: null,
      name_now: 'Ben Carver',
      changes: { status: ['pending', 'responded'] },
    },
  ],
  [
    'owner@example.com deleted a quote request',
    { table_name: 'quote_requests', record_name: null, name_now: undefined, action: 'delete' },
  ],
  [
    'owner@example.com edited the notes on a quote request',
    {
      table_name: 'quote_requests',
      record_name: null,
      name_now: undefined,
      changes: { notes: null },
    },
  ],
  [
    'owner@example.com deleted a photo from a visitor',
    { table_name: 'storage.objects', record_name: null, name_now: undefined, action: 'delete' },
  ],
  [
    'owner@example.com changed the order of the sheds',
    {
      table_name: 'shed_listings.order_index',
      record_name: null,
      name_now: undefined,
      changes: { order_index: null },
    },
  ],
  [
    'owner@example.com restored the demonstration content',
    { table_name: 'demonstration', record_name: null, name_now: undefined, action: 'restore' },
  ],
  [
    'owner@example.com signed in',
    {
      table_name: 'auth.users',
      record_name: 'owner@example.com',
      changes: { last_sign_in_at: null },
    },
  ],
  [
    'The staff command on the server set a new password for owner@example.com',
    {
      actor_email: null,
      table_name: 'auth.users',
      record_name: 'owner@example.com',
      changes: { encrypted_password: null },
    },
  ],
  [
    'owner@example.com set a new password for their own account and signed in',
    {
      table_name: 'auth.users',
      record_name: 'owner@example.com',
      changes: { encrypted_password: null, last_sign_in_at: null },
    },
  ],
  [
    'owner@example.com changed the address of an account from “owner@example.com” to “new@example.com”',
    {
      table_name: 'auth.users',
      record_name: 'new@example.com',
      changes: { email: ['owner@example.com', 'new@example.com'] },
    },
  ],
  [
    'The staff command on the server added helper@example.com to the staff',
    {
      actor_email: null,
      table_name: 'staff',
      action: 'restore',
      record_name: 'helper@example.com',
    },
  ],
  [
    'The staff command on the server removed helper@example.com from the staff',
    { actor_email: null, table_name: 'staff', action: 'delete', record_name: 'helper@example.com' },
  ],
  [
    'owner@example.com turned on two-step sign-in for their own account',
    {
      table_name: 'auth.mfa_factors',
      record_name: 'owner@example.com',
      changes: { status: ['unverified', 'verified'] },
    },
  ],
  [
    'The staff command on the server turned off two-step sign-in for owner@example.com',
    {
      actor_email: null,
      table_name: 'auth.mfa_factors',
      action: 'delete',
      record_name: 'owner@example.com',
      changes: { status: ['verified', null] },
    },
  ],
  [
    'owner@example.com replaced the image sheds/1-new.jpg',
    {
      table_name: 'storage.objects',
      record_name: 'sheds/1-new.jpg',
      changes: { version: null },
    },
  ],
  [
    'owner@example.com recorded a refund of $500.00',
    {
      table_name: 'quote_payments',
      action: 'insert',
      record_name: null,
      changes: { amount_cents: [null, -50_000], method: [null, 'cash'], note: null },
    },
  ],
])('%s', (sentence, given) => {
  expect(renderAuditSentence(facts(given))).toBe(sentence);
});

test('getRecordPath is undefined for a deleted record', () => {
  expect(getRecordPath(facts({ name_now: 'Garden & shed' }))).toBe(
    '/admin/sheds?q=Garden+%26+shed',
  );
  expect(getRecordPath(facts({ name_now: undefined }))).toBeUndefined();
});

test('listDetailColumns excludes images, and of accounts all but the email address', () => {
  const changes = { email: ['a', 'b'], last_sign_in_at: null, version: null };
  const list = (table_name: string) => listDetailColumns({ table_name, changes });
  expect(list('auth.users')).toEqual(['email']);
  expect(list('storage.objects')).toEqual([]);
  expect(list('reviews')).toEqual(['email', 'last_sign_in_at', 'version']);
});

test('renderLines removes tags', () => {
  expect(renderLines('content', '<p>One</p><p>2 &lt; 3</p>')).toEqual(['One', '2 < 3']);
  expect(renderLines('hours', { monday: '7-5', sunday: 'Closed' })).toEqual([
    'Monday: 7-5',
    'Sunday: Closed',
  ]);
  expect(renderLines('images', [])).toEqual(['nothing']);
  expect(renderLines('specifications', { standard_features: ['Door', 'Floor'] })).toEqual([
    'Standard features: Door, Floor',
  ]);
});

test.each<[string, Partial<AuditFacts>, string | undefined]>([
  ['a quote', { table_name: 'quotes', name_now: '2026-0001' }, '/admin/quote-builder/a3'],
  ['a draft', { table_name: 'quotes', name_now: '' }, '/admin/quote-builder/a3'],
  ['a deleted draft', { table_name: 'quotes', name_now: undefined }, undefined],
  ['a reminder', { table_name: 'quote_reminders', name_now: 'q7' }, '/admin/quote-builder/q7'],
])('getRecordPath leads from an entry of %s to the quote', (_what, given, path) => {
  expect(getRecordPath(facts(given))).toBe(path);
});

const now = new Date('2026-11-27T12:00:00Z');
const draft = { table_name: 'quotes', record_name: null, name_now: undefined };
test.each<[string, Partial<AuditFacts & { occurred_at: string }>, boolean, boolean]>([
  ['an edit of a shed', { changes: { price: [1, 2] } }, false, true],
  [
    'an edit of 31 days ago',
    { changes: { price: [1, 2] }, occurred_at: '2026-10-27T11:00:00Z' },
    false,
    false,
  ],
  ['a new shed', { changes: { price: [null, 2] }, action: 'insert' }, false, false],
  ['a payment', { changes: { amount_cents: [1, 2] }, table_name: 'quote_payments' }, false, false],
  ['a draft', { changes: { content: null }, ...draft }, true, true],
  ['a draft that was sent', { changes: { content: null }, ...draft }, false, false],
  ['a quote that was sent', { changes: { state: ['draft', 'sent'] }, ...draft }, false, false],
])('isRestorable of %s', (_what, given, isKept, expected) => {
  const entry = { occurred_at: '2026-11-01T12:00:00Z', ...facts({}), ...given };
  expect(isRestorable(entry, isKept, now)).toBe(expected);
});

test('putting back an edit tells what is back, and asks about later edits', () => {
  const shed = facts({});
  expect(explainRestore(shed, 'put_back')).toBe(
    'Restored the earlier values of the shed “10 × 12 garden shed”.',
  );
  expect(explainRestore(shed, 'deleted')).toBe(
    'The shed “10 × 12 garden shed” was deleted. Restore it under Recently deleted first.',
  );
  expect(askAboutRestore(shed, ['color', 'price'])).toBe(
    'Someone has changed the colour and the price of the shed “10 × 12 garden shed” since then. Restoring the earlier values replaces that change. You can undo it here.',
  );
});
