import { expect, test } from 'vitest';
import { getMailPath, getMailTitle, type SentMail } from './sent-mails.ts';

const mail = (given: Partial<SentMail>): SentMail => ({
  ...{ id: 'm1', kind: 'contact', event: null, recipient: null, about: 'Ann', record_id: 'r1' },
  ...{ status: 'sent', reason: null, detail: null, can_retry: false, attempted_at: null },
  ...{ created_at: '2026-11-28T15:00:00Z', next_attempt_at: null, sent_at: null },
  ...given,
});

test.each<[Partial<SentMail>, string, string | undefined]>([
  [{}, 'Contact message: Ann', '/admin/contacts?open=r1'],
  [{ kind: 'contact_confirmation' }, 'Message confirmation: Ann', '/admin/contacts?open=r1'],
  [{ kind: 'quote_addition' }, 'Addition to a quote request: Ann', '/admin/quotes?open=r1'],
  [
    { kind: 'quote_mail', event: 'accepted', record_id: 'q1' },
    'Quote accepted: Ann',
    '/admin/quote-builder/q1',
  ],
  [
    { kind: 'visitor_storage', about: null, record_id: null },
    'Photo storage nearly full',
    undefined,
  ],
])('%o is titled %s and leads to %s', (given, title, path) => {
  expect(getMailTitle(mail(given))).toBe(title);
  expect(getMailPath(mail(given))).toBe(path);
});
