import { UploadError } from '#app/features/images/images.ts';
import type { Alert } from '#app/ui/use-alert.ts';
import { InvalidImageError } from './prepare-image.ts';

/**
 * @param failed the beginning of the sentence, such as 'Failed to upload fence.jpg'
 * @param setupTitle the title if something of the storage does not exist
 */
export function createUploadAlert(error: unknown, failed: string, setupTitle?: string): Alert {
  const isExplained = error instanceof UploadError || error instanceof InvalidImageError;
  const reason = isExplained ? error.message : 'Unknown error';
  if (setupTitle && error instanceof UploadError && reason.includes('does not exist')) {
    return { title: setupTitle, message: `${reason}\n\nThis is a one-time setup step.` };
  }
  return { message: `${failed}: ${reason}` };
}
