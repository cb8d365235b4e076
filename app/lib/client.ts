import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';

export type Client = SupabaseClient<Database>;

/** An empty url is the origin of the page. */
export type SupabaseConnection = { url: string; publishableKey: string };

/** The header in which the website signs for which visitor it sends a request (server/spam/form-guard.ts). */
export const clientHeader = 'x-quote-client';
