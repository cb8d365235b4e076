import { createImagePath } from '#app/domain/content/image-path.ts';
import { sendFile } from './send-file.ts';
import type { Client } from './supabase-context.ts';

const bucket = 'images';

/** Where the pictures of the back office lie in the bucket. */
export type ImageFolder = 'projects' | 'sheds' | 'blog' | 'hero' | 'thumbnails';

/** A picture could not be stored. `reason` is the bare cause, to stand after the file's name. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly reason: string;
  /** Something that the storage needs 'does not exist': it was never set up. */
  readonly setupMissing: boolean;

  constructor(message: string, reason: string, setupMissing = false) {
    super(message);
    this.reason = reason;
    this.setupMissing = setupMissing;
  }
}

async function uploadError(
  client: Client,
  error: { message: string; status: number | undefined },
): Promise<UploadError> {
  const setupMissing = error.message.includes('does not exist');
  if (/bucket/i.test(error.message) && /not found|not exist/i.test(error.message)) {
    const { data } = await client.storage.listBuckets();
    const available = data?.map((item) => item.name).join(', ') || 'none';
    const message = `Storage bucket '${bucket}' not found. Available buckets: ${available}. Please verify the bucket name and permissions.`;
    return new UploadError(message, message, setupMissing);
  }
  const reason =
    error.status === undefined
      ? 'The connection was interrupted'
      : /row-level security/i.test(error.message)
        ? 'The server did not accept it'
        : error.message;
  return new UploadError(`Upload failed: ${error.message}`, reason, setupMissing);
}

/**
 * Stores a visitor's picture under inspiration/ and returns its path. Throws an UploadError whose
 * message is the specification's and whose reason reads well after the file's name.
 */
export async function uploadInspirationImage(client: Client, file: File): Promise<string> {
  const path = createImagePath('inspiration', file.name);
  const { error } = await client.storage.from(bucket).upload(path, file, {
    upsert: false,
    contentType: file.type,
  });
  if (error) throw await uploadError(client, error);
  return path;
}

/**
 * Stores a picture of the back office as {folder}/{timestamp}-{safe file name}, whatever stood
 * there, and returns its path.
 * @param options.onProgress hears how much has left, from 0 to 1; needs a browser
 * @param options.signal calls it off
 * @throws UploadError as `uploadInspirationImage` does
 */
export async function uploadImage(
  client: Client,
  folder: ImageFolder,
  file: File,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const path = createImagePath(folder, file.name);
  const images = client.storage.from(bucket);
  if (!onProgress) {
    const { error } = await images.upload(path, file, { upsert: true, contentType: file.type });
    if (error) throw await uploadError(client, error);
    return path;
  }
  const { data, error } = await images.createSignedUploadUrl(path, { upsert: true });
  if (error) throw await uploadError(client, error);
  const refusal = await sendFile(data.signedUrl, file, onProgress, signal);
  if (refusal) throw await uploadError(client, refusal);
  return path;
}

/** The public address of a picture in the bucket; '' where there is no path. */
export function publicImageUrl(client: Client, path: string | null | undefined): string {
  return path ? client.storage.from(bucket).getPublicUrl(path).data.publicUrl : '';
}
