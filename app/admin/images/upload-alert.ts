import { UploadError } from '#app/data/images.ts';
import type { Alert } from '#app/ui/use-alert.ts';
import { InvalidImageError } from './prepare-image.ts';

/**
 * @param failed the beginning of the sentence, such as 'Failed to upload fence.jpg'
 * @param setupTitle the title if the bucket does not exist
 */
export function createUploadAlert(error: unknown, failed: string, setupTitle?: string): Alert {
  if (setupTitle && error instanceof UploadError && error.setupMissing) {
    return {
      title: setupTitle,
      message: `${error.message}\n\nThis is a one-time setup step.`,
    };
  }
  return { message: `${failed}: ${getReason(error) || 'Unknown error'}` };
}

function getReason(error: unknown): string {
  if (error instanceof UploadError) return error.reason;
  return error instanceof InvalidImageError ? error.message : '';
}
