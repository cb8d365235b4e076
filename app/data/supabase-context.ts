import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { Database } from './database.types.ts';

/**
 * The client that every query takes: the table interface, storage, functions and, in the browser,
 * auth.
 */
export type Client = SupabaseClient<Database>;

/** What the browser needs to reach the same tables. An empty url means the page's own origin. */
export type SupabaseAddress = { url: string; publishableKey: string };

/** The anonymous client of this request, for loaders and actions on the server. */
export const supabaseContext = createContext<Client>();

/** The site's own address, without a slash at the end, and where the browser finds the tables. */
export const siteContext = createContext<{ publicUrl: string; supabase: SupabaseAddress }>();
