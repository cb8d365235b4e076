import { imagePath } from '#app/domain/image-path.ts';
import type { Client } from './supabase-context.ts';

const bucket = 'images';

/** A picture could not be stored. `reason` is the bare cause, to stand after the file's name. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

async function uploadError(
  client: Client,
  error: { message: string; status: number | undefined },
): Promise<UploadError> {
  if (/bucket/i.test(error.message) && /not found|not exist/i.test(error.message)) {
    const { data } = await client.storage.listBuckets();
    const available = data?.map((item) => item.name).join(', ') || 'none';
    const message = `Storage bucket '${bucket}' not found. Available buckets: ${available}. Please verify the bucket name and permissions.`;
    return new UploadError(message, message);
  }
  const reason =
    error.status === undefined
      ? 'The connection was interrupted'
      : /row-level security/i.test(error.message)
        ? 'The server did not accept it'
        : error.message;
  return new UploadError(`Upload failed: ${error.message}`, reason);
}

/**
 * Stores a visitor's picture under inspiration/ and returns its path. Throws an UploadError whose
 * message is the specification's and whose reason reads well after the file's name.
 */
export async function uploadInspirationImage(client: Client, file: File): Promise<string> {
  const path = imagePath('inspiration', file.name);
  const { error } = await client.storage.from(bucket).upload(path, file, {
    upsert: false,
    contentType: file.type,
  });
  if (error) throw await uploadError(client, error);
  return path;
}

/** The public address of a picture in the bucket; '' where there is no path. */
export function publicImageUrl(client: Client, path: string | null | undefined): string {
  return path ? client.storage.from(bucket).getPublicUrl(path).data.publicUrl : '';
}
