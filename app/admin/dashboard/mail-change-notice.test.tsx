import { createClient } from '@supabase/supabase-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Client } from '#app/lib/client.ts';
import { MailChangeBanner, readMailServerChange } from './mail-change-notice.tsx';

const change = { id: 7, occurred_at: '2026-11-28T15:00:00Z', actor_email: 'ann@sheds.example' };

test('MailChangeBanner names who changed the mail server, and when', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <MailChangeBanner change={change} onClose={() => {}} />
    </MemoryRouter>,
  );
  expect(html).toMatch(/ann@sheds\.example changed the mail server on Nov(ember|\.)? 28/);
  expect(html).toContain('href="/admin/email"');
});

test.each([
  ['update', { host: null }, true],
  ['insert', { host: 'smtp.mail.example' }, true],
  ['insert', { host: null }, false],
])('the entry %s with %j is a change of the mail server: %s', async (action, after, isChange) => {
  const client = createClient('https://project.supabase.example', 'key', {
    auth: { persistSession: false },
    global: {
      fetch: async (input) => {
        const parameters = new URL(String(input)).searchParams;
        expect(parameters.has('columns'), 'PostgREST reserves it').toBe(false);
        expect(parameters.get('or')).toMatch(/^\(columns\.ov\.\{host,/);
        return Response.json([{ ...change, action, after }]);
      },
    },
  }) as Client;
  const found = await readMailServerChange(client);
  expect(found?.id).toBe(isChange ? 7 : undefined);
});
