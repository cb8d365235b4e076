import { useState } from 'react';
import { type ImageFolder, uploadImage } from '#app/data/images.ts';
import { fileNameIn } from '#app/domain/content/image-path.ts';
import { useAlert } from '#app/ui/use-alert.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { PictureRefused, preparePicture } from './prepare-picture.ts';
import { uploadAlert } from './upload-alert.ts';
import { usePictureTexts } from './use-picture-texts.ts';
import { useUploadMeans } from './use-upload-means.ts';

/**
 * A picture of a record. It has its path once it is stored, and a preview if it was chosen here.
 */
export type EditedPicture = {
  key: string;
  name: string;
  path?: string;
  preview?: string;
  /** How much of it has travelled, from 0 to 1. */
  progress: number;
  /** The file of an upload that failed and may be tried again. */
  failed?: File | undefined;
};

type PicturesOptions = {
  folder: ImageFolder;
  /** The paths that are stored already, the cover first. */
  initial: string[];
  /** The most pictures there may be. With 1, a new one takes the place of the old one. */
  limit: number;
  /** How a failure's sentence begins, from the file's name. */
  failed: (fileName: string) => string;
  /** The title of the alert of its own for a storage that was never set up, if any. */
  setupTitle?: string;
};

const storedPicture = (path: string): EditedPicture => ({
  key: path,
  name: fileNameIn(path),
  path,
  progress: 1,
});

/**
 * The pictures of one record while it is edited. Each goes to storage as soon as it is chosen. One
 * that fails is told in an alert, and stays to be tried again; the others go on.
 */
export function usePictures({ folder, initial, limit, failed, setupTitle }: PicturesOptions) {
  const client = useAdminClient();
  const [first] = useState(() => [...new Set(initial)]);
  const [pictures, setPictures] = useState(() => first.map(storedPicture));
  const { tell, dialog } = useAlert();
  const means = useUploadMeans();
  const texts = usePictureTexts(first);

  const change = (key: string, news: Partial<EditedPicture>) =>
    setPictures((all) => all.map((item) => (item.key === key ? { ...item, ...news } : item)));

  function remove(key: string) {
    means.cancel(key);
    setPictures((all) => all.filter((item) => item.key !== key));
  }

  function stored(key: string, path: string) {
    setPictures((all) => {
      if (!all.some((item) => item.key === key)) return all;
      // A lone picture leaves its place only once the new one is stored.
      const left = limit === 1 ? all.filter((item) => item.key === key) : all;
      return left.map((item) => (item.key === key ? { ...item, path, progress: 1 } : item));
    });
  }

  async function upload(key: string, file: File) {
    const signal = means.begin(key);
    try {
      const picture = await means.inTurn(() => preparePicture(file));
      change(key, { preview: means.preview(picture) });
      const onProgress = (progress: number) => change(key, { progress });
      stored(key, await uploadImage(client, folder, picture, { onProgress, signal }));
    } catch (error) {
      if (signal.aborted) return;
      logFailure('Could not upload', error);
      // What is no picture stays none.
      if (error instanceof PictureRefused) remove(key);
      else change(key, { failed: file });
      tell(uploadAlert(error, failed(file.name), setupTitle));
    }
  }

  function add(files: File[]) {
    const room = limit === 1 ? 1 : limit - pictures.length;
    const taken = files.slice(0, room).map((file) => ({
      file,
      picture: { key: crypto.randomUUID(), name: file.name, progress: 0 },
    }));
    if (limit > 1) {
      for (const file of files.slice(room)) {
        tell(uploadAlert(new PictureRefused(tooMany(limit)), failed(file.name)));
      }
    }
    // Of a lone picture there is one attempt at a time.
    if (limit === 1) for (const { key, path } of pictures) if (!path) remove(key);
    setPictures((all) => [...all, ...taken.map(({ picture }) => picture)]);
    for (const { file, picture } of taken) void upload(picture.key, file);
  }

  const paths = pictures.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const uploading = pictures.some((picture) => isUploading(picture));
  const described = texts.changed(pictures);

  return {
    pictures,
    paths,
    uploading,
    texts,
    /** Whether what the pictures show differs from what is stored. */
    described,
    /** Whether they or their texts differ from what is stored in the record. */
    changed: described || paths.length < pictures.length || paths.join('\n') !== first.join('\n'),
    /** The properties of the dialog that tells of the failures. */
    alert: dialog,
    add,
    remove,
    tryAgain({ key, failed: file }: EditedPicture) {
      if (!file) return;
      change(key, { failed: undefined, progress: 0 });
      void upload(key, file);
    },
    /** Stores what the pictures show. To be called as part of saving the record. */
    saveTexts: () => texts.save(pictures),
    /** Puts one picture where another stands, and moves those between. */
    move(key: string, to: string) {
      setPictures((all) => {
        const moved = all.find((item) => item.key === key);
        const target = all.findIndex((item) => item.key === to);
        if (!moved || target < 0) return all;
        return all.filter((item) => item !== moved).toSpliced(target, 0, moved);
      });
    },
  };
}

/** Whether a picture is on its way. */
export function isUploading({ path, failed }: EditedPicture): boolean {
  return path === undefined && failed === undefined;
}

function tooMany(limit: number) {
  return `There may be at most ${limit} pictures`;
}

/** The pictures of a record while it is edited, as its form has them. */
export type Pictures = ReturnType<typeof usePictures>;
