import { useEffect, useRef, useState } from 'react';
import { type ImageFolder, uploadImage } from '#app/data/images.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { PictureRefused, preparePicture } from './prepare-picture.ts';
import { type UploadAlert, uploadAlert } from './upload-alert.ts';

/** A picture of a record. It has its path once it is stored, and a preview if it was chosen here. */
export type EditedPicture = {
  key: string;
  name: string;
  path?: string;
  preview?: string;
  /** How much of it has travelled, from 0 to 1. */
  progress: number;
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
  name: path.replace(/^.*\/(\d+-)?/, ''),
  path,
  progress: 1,
});

/**
 * The pictures of one record while it is edited. Each goes to storage as soon as it is chosen; one
 * that fails is told in `alerts` and the others go on.
 */
export function usePictures({ folder, initial, limit, failed, setupTitle }: PicturesOptions) {
  const client = useAdminClient();
  const [first] = useState(initial);
  const [pictures, setPictures] = useState(() => first.map(storedPicture));
  const [alerts, setAlerts] = useState<UploadAlert[]>([]);
  const previews = useRef(new Set<string>());
  const preparing = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview);
    };
  }, []);

  const change = (key: string, news: Partial<EditedPicture>) =>
    setPictures((all) => all.map((item) => (item.key === key ? { ...item, ...news } : item)));
  const remove = (key: string) => setPictures((all) => all.filter((item) => item.key !== key));
  const tell = (alert: UploadAlert) => setAlerts((all) => [...all, alert]);

  async function upload(key: string, file: File) {
    try {
      // One after the other: a photograph takes a lot of memory while it is open.
      const prepared = preparing.current.then(() => preparePicture(file));
      preparing.current = prepared.catch(() => undefined);
      const picture = await prepared;
      const preview = URL.createObjectURL(picture);
      previews.current.add(preview);
      change(key, { preview });
      const path = await uploadImage(client, folder, picture, (progress) =>
        change(key, { progress }),
      );
      setPictures((all) =>
        // A lone picture leaves its place only once the new one is stored.
        (limit === 1 ? all.filter((item) => item.key === key) : all).map((item) =>
          item.key === key ? { ...item, path, progress: 1 } : item,
        ),
      );
    } catch (error) {
      logFailure('Could not upload', error);
      remove(key);
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
    const added = taken.map(({ picture }) => picture);
    setPictures((all) => [...all, ...added]);
    for (const { file, picture } of taken) void upload(picture.key, file);
  }

  const paths = pictures.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const uploading = pictures.some(({ path }) => path === undefined);

  return {
    pictures,
    paths,
    uploading,
    /** Whether they differ from what is stored in the record. */
    changed: uploading || paths.join('\n') !== first.join('\n'),
    /** What the oldest failure that nobody acknowledged yet tells. */
    alert: alerts[0],
    acknowledge: () => setAlerts((all) => all.slice(1)),
    add,
    remove,
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

function tooMany(limit: number) {
  return `There may be at most ${limit} pictures`;
}

export type Pictures = ReturnType<typeof usePictures>;
