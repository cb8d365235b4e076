import { useState } from 'react';
import { publicImageUrl, uploadImage } from '#app/data/images.ts';
import { useAlert } from '#app/ui/use-alert.ts';
import { logFailure } from '../log.ts';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { uploadAlert } from '../pictures/upload-alert.ts';
import { useAdminClient } from '../session.ts';

/** Stores pictures for the text under blog/, and tells what went wrong. */
export function useImageUpload() {
  const client = useAdminClient();
  const [running, setRunning] = useState(0);
  const alert = useAlert();

  return {
    uploading: running > 0,
    /** The properties of the dialog that tells of the failures. */
    alert: alert.dialog,
    /** The stored picture's address; undefined where it could not be stored. */
    async upload(file: File): Promise<string | undefined> {
      setRunning((count) => count + 1);
      try {
        const path = await uploadImage(client, 'blog', await preparePicture(file));
        return publicImageUrl(client, path);
      } catch (error) {
        logFailure('Could not upload', error);
        alert.tell(uploadAlert(error, 'Failed to upload image'));
        return undefined;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}
