import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { AdminContext } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { quoteProjectTypes } from '#app/lib/options.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import type { ContactSubmission } from '../contact-submissions.ts';
import { ContactDetail } from './contacts-screen.tsx';
import { EnquiryActions } from './enquiry-record.tsx';

const message: ContactSubmission = {
  id: '40000000-0000-4000-8000-000000000001',
  reference: 'M-2026-0143',
  created_at: '2026-10-02T15:30:00Z',
  updated_at: '2026-10-02T15:30:00Z',
  name: 'Ida Whole',
  email: 'ida@example.com',
  phone: null,
  location: null,
  contact_preference: null,
  subject: null,
  message: 'What does a 10x12 cost?',
  status: 'read',
  is_spam: false,
  spam_reasons: [],
};
const ignore = () => {};

// A dialog is rendered by a browser only; its parts are not.
const dialog = ContactDetail({
  ...{ row: message, busy: false, mail: undefined, sendingMail: false, dialogs: null },
  ...{ onSendAgain: ignore, onStatus: ignore, onSpam: ignore, onDelete: ignore, onClose: ignore },
  finalFocus: () => null,
}).props;

function render(part: ReactNode): string {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <AdminContext value={{} as Client}>
        <ToastProvider>{part}</ToastProvider>
      </AdminContext>
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('Create Quote is the first action of a message, and begins a quote with what it says', () => {
  const html = render(<EnquiryActions {...dialog} />);
  const [first] = /<(?:a|button)\b[^>]*>[^<]*</.exec(html) ?? [];
  expect(first).toMatch(/>Create Quote<$/);
  expect(first).toContain(`href="/admin/quote-builder/new?message=${message.id}"`);
});

test('Create Quote Request asks for the project type, which a message lacks', () => {
  const html = render(dialog.children);
  const [form = ''] = /<form(?:(?!<form).)*>Create Quote Request<\/button>/s.exec(html) ?? [];
  expect(form).toMatch(/<select[^>]* required=""/);
  expect([...form.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
    '',
    ...quoteProjectTypes,
  ]);
  expect(form).toContain('type="submit"');
});
