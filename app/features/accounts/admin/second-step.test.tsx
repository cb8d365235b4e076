import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { UnsavedInputProvider } from '#app/admin/records/unsaved-input.tsx';
import { AccountContext, AdminContext } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { Begun } from './mfa-section.tsx';
import { ShownCodes } from './recovery-codes.tsx';

afterEach(() => vi.unstubAllGlobals());
const ignore = () => {};
const account = { user: { email: 'ann@example.com' }, leave: ignore };

function render(part: ReactNode): string {
  const element = (
    <AdminContext value={{} as Client}>
      <AccountContext value={account as never}>
        <UnsavedInputProvider>{part}</UnsavedInputProvider>
      </AccountContext>
    </AdminContext>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('the key of a second step can be scanned, opened in an app of the same phone, and copied', () => {
  const uri = 'otpauth://totp/Ridgeline:ann?secret=ABCD';
  const html = render(
    <Begun step={{ factorId: 'f1', uri, secret: 'ABCD' }} onCancel={ignore} onDone={ignore} />,
  );
  expect(html).toContain('as a QR code');
  expect(html).toMatch(new RegExp(`<a href="${uri.replace('?', '\\?')}"[^>]*>.*Open in app</a>`));
  expect(html).toMatch(/<button[^>]*>.*Copy<\/button>/);
});

test('recovery codes can be printed with the account that they are for, and copied', () => {
  vi.stubGlobal('window', { location: { host: 'sheds.example' } });
  const html = render(<ShownCodes codes={['AAAA-BBBB', 'CCCC-DDDD']} onDone={ignore} />);
  expect(html.match(/<code>[^<]+<\/code>/g)).toHaveLength(2);
  expect(html).toContain('Recovery codes for ann@example.com at sheds.example.');
  for (const label of ['Print', 'Copy']) expect(html).toMatch(new RegExp(`${label}</button>`));
});
