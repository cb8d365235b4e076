import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { downscaleImage } from '#app/features/images/downscale-image.ts';
import {
  type ImageAltText,
  type ImageAltTexts,
  readImageAltTexts,
  saveImageAltTexts,
} from '#app/features/images/image-alt-texts.ts';
import {
  getFileName,
  type ImageFolder,
  UploadError,
  uploadImage,
} from '#app/features/images/images.ts';
import type { FocalPoint } from '#app/lib/image-url.ts';
import { imageLimits, isHeic } from '#app/lib/limits.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { observeUpload } from '#app/lib/upload-progress.ts';
import { type Alert, useAlert } from '#app/ui/use-alert.ts';
import { logError } from '../log-error.ts';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

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
      // There is no preview of a file that the browser could not decode.
      if (image !== file) change(key, { preview: uploads.preview(image) });
      observeUpload(image, { onProgress: (progress) => change(key, { progress }), signal });
      stored(key, await uploadImage(client, folder, image));
    } catch (error) {
      if (signal.aborted) return;
      logError('Upload failed', error);
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
  return `You can add up to ${limit} images`;
}

export type EditedImages = ReturnType<typeof useImages>;

type Described = { key: string; path?: string };

export const maxAltTextLength = 300;

function useAltTexts(first: string[]) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const queryKey = ['image_alt_texts', first];
  const { data: stored, isError } = useQuery({
    queryKey,
    queryFn: () => readImageAltTexts(client, first),
    ...formQueryOptions,
  });
  const [edited, setEdited] = useState<Record<string, Partial<ImageAltText>>>({});

  const getStored = (path: string | undefined): ImageAltText =>
    (path !== undefined && stored?.[path]) || { alt: '' };
  const getCurrent = ({ key, path }: Described) => ({ ...getStored(path), ...edited[key] });
  const edit = (key: string, changes: Partial<ImageAltText>) =>
    setEdited((all) => ({ ...all, [key]: { ...all[key], ...changes } }));

  function getChanges(images: Described[]): ImageAltTexts {
    const changes: ImageAltTexts = {};
    for (const image of images) {
      if (image.path === undefined || !edited[image.key]) continue;
      const before = getStored(image.path);
      const { alt, focalPoint } = getCurrent(image);
      const text = alt.replace(/\s+/g, ' ').trim();
      if (text !== before.alt || !isSamePoint(focalPoint, before.focalPoint)) {
        changes[image.path] = { alt: text, focalPoint };
      }
    }
    return changes;
  }

  return {
    failed: isError,
    getText: (image: Described) => getCurrent(image).alt,
    getFocalPoint: (image: Described) => getCurrent(image).focalPoint,
    editable: ({ path }: Described) =>
      stored !== undefined || path === undefined || !first.includes(path),
    type: (key: string, text: string) => edit(key, { alt: text }),
    setFocalPoint: (key: string, focalPoint: FocalPoint | undefined) => edit(key, { focalPoint }),
    changed: (images: Described[]) => Object.keys(getChanges(images)).length > 0,
    async save(images: Described[]) {
      const changes = getChanges(images);
      await saveImageAltTexts(client, changes);
      queryClient.setQueryData<ImageAltTexts>(queryKey, (all) => all && { ...all, ...changes });
    },
  };
}

function isSamePoint(one: FocalPoint | undefined, other: FocalPoint | undefined): boolean {
  return one?.x === other?.x && one?.y === other?.y;
}

export function useUploads() {
  const previews = useRef(new Set<string>());
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const urls = previews.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  return {
    preview(file: File): string {
      const url = URL.createObjectURL(file);
      previews.current.add(url);
      return url;
    },
    start(key: string): AbortSignal {
      const controller = new AbortController();
      running.current.set(key, controller);
      return controller.signal;
    },
    cancel: (key: string) => running.current.get(key)?.abort(),
  };
}

export class InvalidImageError extends Error {
  override name = 'InvalidImageError';
}

/**
 * Downscales an image. If the browser cannot decode it, returns it as it is for the server to decode.
 * @throws InvalidImageError
 */
export async function prepareImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/') && !isHeic(file)) {
    throw new InvalidImageError('The file is not an image');
  }
  if (file.type.startsWith('image/svg')) {
    throw new InvalidImageError("We can't use SVG files. Please save it as a PNG");
  }
  const image = await downscaleImage(file);
  if (image.size <= imageLimits.bytes) return image;
  throw new InvalidImageError(`The file is larger than ${imageLimits.bytes / 1024 / 1024} MB`);
}

/**
 * @param failed the beginning of the sentence, such as 'Failed to upload fence.jpg'
 * @param setupTitle the title to use if the bucket does not exist
 */
export function createUploadAlert(error: unknown, failed: string, setupTitle?: string): Alert {
  const isExplained = error instanceof UploadError || error instanceof InvalidImageError;
  const reason = isExplained ? error.message : 'Unknown error';
  if (setupTitle && error instanceof UploadError && reason.includes('does not exist')) {
    return { title: setupTitle, message: `${reason}\n\nThis is a one-time setup step.` };
  }
  return { message: `${failed}: ${reason}` };
}
