import { useState } from 'react';
import { getPublicImageUrl, uploadImage } from '#app/data/images.ts';
import { observeUpload } from '#app/data/upload-progress.ts';
import { useAlert } from '#app/ui/use-alert.ts';
import { prepareImage } from '../images/prepare-image.ts';
import { createUploadAlert } from '../images/upload-alert.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';

/** `progress` is undefined while the image is being downscaled. */
type RunningUpload = { key: string; name: string; progress?: number };

export function useImageUpload() {
  const client = useAdminClient();
  const [uploads, setUploads] = useState<RunningUpload[]>([]);
  const alert = useAlert();

  return {
    uploads,
    alert: alert.dialog,
    async upload(file: File): Promise<string | undefined> {
      const key = crypto.randomUUID();
      setUploads((all) => [...all, { key, name: file.name }]);
      const onProgress = (progress: number) =>
        setUploads((all) => all.map((each) => (each.key === key ? { ...each, progress } : each)));
      try {
        const image = await prepareImage(file);
        observeUpload(image, { onProgress });
        const path = await uploadImage(client, 'blog', image);
        return getPublicImageUrl(client, path);
      } catch (error) {
        logError('Could not upload', error);
        alert.show(createUploadAlert(error, 'Failed to upload image'));
        return undefined;
      } finally {
        setUploads((all) => all.filter((each) => each.key !== key));
      }
    },
  };
}
