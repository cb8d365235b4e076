import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';

export type Client = SupabaseClient<Database>;

/** An empty url is the origin of the page. */
export type SupabaseConnection = { url: string; publishableKey: string };
