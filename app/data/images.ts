import { createImagePath } from '#app/domain/content/image-path.ts';
import type { Client } from './supabase-context.ts';
import { uploadWithProgress } from './upload-with-progress.ts';

const bucket = 'images';

export type ImageFolder = 'projects' | 'sheds' | 'blog' | 'hero' | 'thumbnails';

/** `reason` is the bare cause, shown after the file's name. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly reason: string;
  readonly setupMissing: boolean;

  constructor(message: string, reason: string, setupMissing = false) {
    super(message);
    this.reason = reason;
    this.setupMissing = setupMissing;
  }
}

async function createUploadError(
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

/** Stores a visitor's image and returns its path. Throws UploadError. */
export async function uploadInspirationImage(client: Client, file: File): Promise<string> {
  const path = createImagePath('inspiration', file.name);
  const { error } = await client.storage.from(bucket).upload(path, file, {
    upsert: false,
    contentType: file.type,
  });
  if (error) throw await createUploadError(client, error);
  return path;
}

/**
 * Stores an image of the back office as {folder}/{timestamp}-{safe file name} and returns its path.
 * @param options.onProgress is called with the share sent, 0 to 1; needs a browser
 * @throws UploadError
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
    if (error) throw await createUploadError(client, error);
    return path;
  }
  const { data, error } = await images.createSignedUploadUrl(path, { upsert: true });
  if (error) throw await createUploadError(client, error);
  const failure = await uploadWithProgress(data.signedUrl, file, onProgress, signal);
  if (failure) throw await createUploadError(client, failure);
  return path;
}

export function getPublicImageUrl(client: Client, path: string | null | undefined): string {
  return path ? client.storage.from(bucket).getPublicUrl(path).data.publicUrl : '';
}
