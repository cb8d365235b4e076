import { createClient } from '@supabase/supabase-js';
import { createPlatformDependencies } from '../send-email/platform.ts';
import { createResetColleague } from './handler.ts';

// Called by the account screen on the hosted platform; elsewhere backend/auth does the same.

// biome-ignore lint/suspicious/noConsole: the console is the platform's log
const log = console.error;
const read = (name: string) => Deno.env.get(name);
const { supabase, send, adminUrl } = createPlatformDependencies(read, log);
const url = read('SUPABASE_URL') ?? '';
const keys: Record<string, string> = JSON.parse(read('SUPABASE_PUBLISHABLE_KEYS') || '{}');
const publishableKey = keys.default ?? Object.values(keys)[0] ?? read('SUPABASE_ANON_KEY') ?? '';

Deno.serve(
  createResetColleague({
    supabase,
    createVisitor: () =>
      createClient(url, publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      }),
    siteUrl: adminUrl.replace(/\/admin$/, ''),
    send,
    report: log,
  }),
);
