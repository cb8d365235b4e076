import { createClient } from '@supabase/supabase-js';
import nodemailer from 'nodemailer';
import { createSendEmail } from './handler.ts';

// The entrance on the hosted platform; backend/functions serves the same handler elsewhere.
// Secrets: SMTP_URL, MAIL_FROM, MAIL_TO (optional), PUBLIC_URL. The platform sets the others.

function required(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`Set the secret ${name}.`);
  return value;
}

const transport = nodemailer.createTransport(
  {
    url: required('SMTP_URL'),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  },
  { from: required('MAIL_FROM') },
);

Deno.serve(
  createSendEmail({
    supabase: createClient(
      required('SUPABASE_URL'),
      Deno.env.get('SUPABASE_SECRET_KEY') ?? required('SUPABASE_SERVICE_ROLE_KEY'),
      { auth: { persistSession: false, autoRefreshToken: false } },
    ),
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    ownerAddress: Deno.env.get('MAIL_TO'),
    adminUrl: `${required('PUBLIC_URL').replace(/\/+$/, '')}/admin`,
    addressOf: ({ headers }) => headers.get('x-forwarded-for')?.split(',')[0]?.trim(),
    // biome-ignore lint/suspicious/noConsole: the console is the platform's log
    report: (error) => console.error(error),
  }),
);
