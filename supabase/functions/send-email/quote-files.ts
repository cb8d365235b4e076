import { Buffer } from 'node:buffer';
import type { SupabaseClient } from '@supabase/supabase-js';

const bucket = 'quotes';

/**
 * Reads the PDF of a quote in base64.
 * @param supabase a client with the service key, as in all functions of this file
 * @throws Error if it can't be read, or is not the one that was logged
 */
export async function readQuoteFile(
  supabase: SupabaseClient,
  { path, sha256 }: { path: string; sha256: string | null },
): Promise<string> {
  const { data, error } = await supabase.storage.from(bucket).download(path);
  if (error) throw error;
  const pdf = Buffer.from(await data.arrayBuffer());
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', pdf)).toString('hex');
  if (digest !== sha256) throw new Error('The PDF of a quote differs from its evidence log');
  return pdf.toString('base64');
}

/** Files of erased quotes, and PDFs of attempts that ended before they were stored, by bucket. */
export type UnneededFiles = { quotes: string[]; images: string[] };

/** Removes files that no quote needs. */
export async function removeQuoteFiles(
  supabase: SupabaseClient,
  files: UnneededFiles,
): Promise<void> {
  for (const [from, paths] of Object.entries(files)) {
    if (paths.length === 0) continue;
    const { error } = await supabase.storage.from(from).remove(paths);
    if (error) throw error;
    await supabase.rpc('forget_quote_files', { paths }).throwOnError();
  }
}
