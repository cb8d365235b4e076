import { useState } from 'react';
import { getPublicImageUrl, uploadImage } from '#app/data/images.ts';
import { useAlert } from '#app/ui/use-alert.ts';
import { prepareImage } from '../images/prepare-image.ts';
import { createUploadAlert } from '../images/upload-alert.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';

export function useImageUpload() {
  const client = useAdminClient();
  const [running, setRunning] = useState(0);
  const alert = useAlert();

  return {
    uploading: running > 0,
    alert: alert.dialog,
    async upload(file: File): Promise<string | undefined> {
      setRunning((count) => count + 1);
      try {
        const path = await uploadImage(client, 'blog', await prepareImage(file));
        return getPublicImageUrl(client, path);
      } catch (error) {
        logError('Could not upload', error);
        alert.show(createUploadAlert(error, 'Failed to upload image'));
        return undefined;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}
