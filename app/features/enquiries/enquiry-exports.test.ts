import { expect, it } from 'vitest';
import { exportContactSubmissions, exportQuoteRequests } from './enquiry-exports.ts';

const lateEvening = new Date('2026-11-22T03:00:00Z');

it('exports quote requests with the columns of the specification', () => {
  const file = exportQuoteRequests(
    [
      {
        created_at: '2026-11-21T02:30:00.5+00:00',
        customer_name: 'Ann Lee',
        email: 'ann@example.com',
        phone: '+1 705 555 0100',
        project_type: 'Custom Shed',
        material_type: 'Wood',
        size: null,
        budget_range: '$2,000 - $5,000',
        status: 'pending',
        custom_message: 'Two\nlines',
        inspiration_images: ['inspiration/1-a.png'],
      },
    ],
    lateEvening,
  );
  expect(file.name).toBe('quote-requests-2026-11-21.csv');
  expect(file.text).toBe(
    '\uFEFF"Date","Name","Email","Phone","Project Type","Material","Size","Budget","Status","Custom Message","Has Images"\r\n' +
      '"2026-11-20","Ann Lee","ann@example.com","+1 705 555 0100","Custom Shed","Wood","","$2,000 - $5,000","pending","Two\nlines","Yes"\r\n',
  );
});

it('exports contact messages with the columns of the specification', () => {
  const row = {
    created_at: '2026-11-21T15:00:00+00:00',
    name: 'Bo',
    email: 'bo@example.com',
    phone: null,
    subject: null,
    status: 'unread',
  };
  const file = exportContactSubmissions([row], lateEvening);
  expect(file.name).toBe('contact-submissions-2026-11-21.csv');
  expect(file.text).toBe(
    '\uFEFF"Date","Name","Email","Phone","Subject","Status"\r\n' +
      '"2026-11-21","Bo","bo@example.com","","","unread"\r\n',
  );
});
