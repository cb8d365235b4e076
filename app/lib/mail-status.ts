import { FunctionsHttpError } from '@supabase/supabase-js';
import type { Client } from './client.ts';

export const mailStatusKey = ['mail_status'] as const;

/**
 * Whether enquiries are emailed: false without a mail server, and on the hosted platform until the
 * function is deployed. Throws if that is unknown.
 */
export async function isMailConfigured(client: Client): Promise<boolean> {
  const { data, error } = await client.functions.invoke<{ isMailConfigured: boolean }>(
    'send-email/status',
    { method: 'GET' },
  );
  if (error instanceof FunctionsHttpError && error.context.status === 404) return false;
  if (error) throw error;
  return data?.isMailConfigured === true;
}
