import { useState } from 'react';
import { getFileName } from '#app/features/images/image-path.ts';
import { type ImageFolder, UploadError, uploadImage } from '#app/features/images/images.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { observeUpload } from '#app/lib/upload-progress.ts';
import { useAlert } from '#app/ui/use-alert.ts';
import { logError } from '../log-error.ts';
import { useAdminClient } from '../session.ts';
import { InvalidImageError, prepareImage } from './prepare-image.ts';
import { createUploadAlert } from './upload-alert.ts';
import { useAltTexts } from './use-alt-texts.ts';
import { useUploads } from './use-uploads.ts';

export type EditedImage = {
  key: string;
  name: string;
  path?: string;
  preview?: string;
  progress: number;
  failed?: File | undefined;
};

type ImagesOptions = {
  folder: ImageFolder;
  initial: string[];
  limit: number;
  failed: (fileName: string) => string;
  setupTitle?: string;
};

const toEditedImage = (path: string): EditedImage => ({
  key: path,
  name: getFileName(path),
  path,
  progress: 1,
});

export function useImages({ folder, initial, limit, failed, setupTitle }: ImagesOptions) {
  const client = useAdminClient();
  const [first] = useState(() => [...new Set(initial)]);
  const [images, setImages] = useState(() => first.map(toEditedImage));
  const { show, dialog } = useAlert();
  const uploads = useUploads();
  const altTexts = useAltTexts(first);

  const change = (key: string, changes: Partial<EditedImage>) =>
    setImages((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  function remove(key: string) {
    uploads.cancel(key);
    setImages((all) => all.filter((item) => item.key !== key));
  }

  function stored(key: string, path: string) {
    setImages((all) => {
      if (!all.some((item) => item.key === key)) return all;
      // A single image is replaced once the new one is stored.
      const left = limit === 1 ? all.filter((item) => item.key === key) : all;
      return left.map((item) => (item.key === key ? { ...item, path, progress: 1 } : item));
    });
  }

  async function upload(key: string, file: File) {
    const signal = uploads.start(key);
    try {
      const image = await prepareImage(file);
      // The browser shows no file that it could not decode.
      if (image !== file) change(key, { preview: uploads.preview(image) });
      observeUpload(image, { onProgress: (progress) => change(key, { progress }), signal });
      stored(key, await uploadImage(client, folder, image));
    } catch (error) {
      if (signal.aborted) return;
      logError('Could not upload', error);
      const isInvalid =
        error instanceof InvalidImageError || (error instanceof UploadError && error.isRejected);
      if (isInvalid) remove(key);
      else change(key, { failed: file });
      show(createUploadAlert(error, failed(file.name), setupTitle));
    }
  }

  function add(files: File[]) {
    const remaining = limit === 1 ? 1 : limit - images.length;
    const accepted = files.slice(0, remaining).map((file) => ({
      file,
      image: { key: createUuid(), name: file.name, progress: 0 },
    }));
    if (limit > 1) {
      for (const file of files.slice(remaining)) {
        show(createUploadAlert(new InvalidImageError(explainLimit(limit)), failed(file.name)));
      }
    }
    // A single image has one upload at a time.
    if (limit === 1) for (const { key, path } of images) if (!path) remove(key);
    setImages((all) => [...all, ...accepted.map(({ image }) => image)]);
    for (const { file, image } of accepted) void upload(image.key, file);
  }

  const paths = images.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const uploading = images.some((image) => isUploading(image));
  const hasNewAltTexts = altTexts.changed(images);

  return {
    images,
    paths,
    uploading,
    altTexts,
    hasNewAltTexts,
    changed:
      hasNewAltTexts || paths.length < images.length || paths.join('\n') !== first.join('\n'),
    alert: dialog,
    add,
    remove,
    replace(paths: string[]) {
      for (const { key } of images) uploads.cancel(key);
      setImages([...new Set(paths)].map(toEditedImage));
    },
    tryAgain({ key, failed: file }: EditedImage) {
      if (!file) return;
      change(key, { failed: undefined, progress: 0 });
      void upload(key, file);
    },
    saveAltTexts: () => altTexts.save(images),
    move(key: string, to: string) {
      setImages((all) => {
        const moved = all.find((item) => item.key === key);
        const target = all.findIndex((item) => item.key === to);
        if (!moved || target < 0) return all;
        const others = all.filter((item) => item !== moved);
        return [...others.slice(0, target), moved, ...others.slice(target)];
      });
    },
  };
}

export function isUploading({ path, failed }: EditedImage): boolean {
  return path === undefined && failed === undefined;
}

function explainLimit(limit: number) {
  return `There may be at most ${limit} pictures`;
}

export type EditedImages = ReturnType<typeof useImages>;
