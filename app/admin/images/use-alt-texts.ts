import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ImageAltText,
  type ImageAltTexts,
  readImageAltTexts,
  saveImageAltTexts,
} from '#app/features/images/image-alt-texts.ts';
import type { FocalPoint } from '#app/lib/image-url.ts';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

type Described = { key: string; path?: string };

export const maxAltTextLength = 300;

export function useAltTexts(first: string[]) {
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
