import { AuthError } from './auth-error.ts';

/**
 * Bytes of the JSON of an account's user_metadata. Access tokens carry it in each request, whose
 * headers may have 16 KiB.
 */
export const maxUserMetadataBytes = 2048;

type Metadata = Record<string, unknown>;

/**
 * Merges an update into the stored metadata; null removes a key.
 *
 * @throws AuthError 422 `validation_failed` if the result is larger than `maxUserMetadataBytes`
 */
export function mergeUserMetadata(stored: Metadata, update: Metadata): Metadata {
  const entries = Object.entries({ ...stored, ...update }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  if (isTooLarge(merged)) {
    throw new AuthError(
      422,
      'validation_failed',
      `User metadata cannot be larger than ${maxUserMetadataBytes} bytes`,
    );
  }
  return merged;
}

/** What an access token repeats of the metadata: all or, if the stored value is too large, nothing. */
export function toTokenMetadata(stored: Metadata): Metadata {
  return isTooLarge(stored) ? {} : stored;
}

function isTooLarge(metadata: Metadata): boolean {
  return Buffer.byteLength(JSON.stringify(metadata)) > maxUserMetadataBytes;
}
