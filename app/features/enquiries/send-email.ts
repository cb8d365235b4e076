import { FunctionsHttpError } from '@supabase/supabase-js';
import type { Client } from '#app/lib/client.ts';

/**
 * Calls the function send-email about a stored enquiry. Throws an Error that says why it failed.
 */
export async function sendEmail(
  client: Client,
  emailType: 'contact' | 'quote',
  formData: object,
): Promise<void> {
  const { data, error } = await client.functions.invoke<{ success: boolean; error?: string }>(
    'send-email',
    { body: { formData, emailType } },
  );
  if (error instanceof FunctionsHttpError) {
    throw new Error(`HTTP error! status: ${error.context.status}`);
  }
  if (error) throw error;
  if (!data?.success) throw new Error(data?.error || 'Failed to send email');
}
