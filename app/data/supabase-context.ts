import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';

/** The client that every query takes: tables, storage, functions and, in the browser, auth. */
export type Client = SupabaseClient<Database>;

/** What the browser needs to reach the same tables. An empty url means the page's own origin. */
export type SupabaseConnection = { url: string; publishableKey: string };
