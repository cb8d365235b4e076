import { UploadError } from '#app/data/images.ts';
import type { Alert } from '#app/ui/use-alert.ts';
import { PictureRefused } from './prepare-picture.ts';

/**
 * The alert for a failed upload.
 * @param failed how the sentence begins, such as 'Failed to upload fence.jpg'
 * @param setupTitle the title of the alert of its own for a storage that was never set up, if any
 */
export function uploadAlert(error: unknown, failed: string, setupTitle?: string): Alert {
  if (setupTitle && error instanceof UploadError && error.setupMissing) {
    return {
      title: setupTitle,
      message: `${error.message}\n\nThis is a one-time setup step.`,
    };
  }
  return { message: `${failed}: ${reasonOf(error) || 'Unknown error'}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof UploadError) return error.reason;
  return error instanceof PictureRefused ? error.message : '';
}
