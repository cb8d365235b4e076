import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ImageAltTexts,
  readImageAltTexts,
  saveImageAltTexts,
} from '#app/data/image-alt-texts.ts';
import { formQueryOptions } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

type Described = { key: string; path?: string };

export const maxAltTextLength = 300;

/**
 * The alt altTexts of a record's images, saved with the record.
 * @param first the stored paths
 */
export function useAltTexts(first: string[]) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const queryKey = ['image_alt_texts', first];
  const { data: stored, isError } = useQuery({
    queryKey,
    queryFn: () => readImageAltTexts(client, first),
    ...formQueryOptions,
  });
  const [typed, setTyped] = useState<Record<string, string>>({});

  const storedText = (path: string | undefined) => (path && stored?.[path]) || '';

  function getChanges(images: Described[]): ImageAltTexts {
    const changes: ImageAltTexts = {};
    for (const { key, path } of images) {
      const text = typed[key]?.replace(/\s+/g, ' ').trim();
      if (path !== undefined && text !== undefined && text !== storedText(path)) {
        changes[path] = text;
      }
    }
    return changes;
  }

  return {
    failed: isError,
    getText: ({ key, path }: Described) => typed[key] ?? storedText(path),
    editable: ({ path }: Described) =>
      stored !== undefined || path === undefined || !first.includes(path),
    type: (key: string, text: string) => setTyped((all) => ({ ...all, [key]: text })),
    changed: (images: Described[]) => Object.keys(getChanges(images)).length > 0,
    async save(images: Described[]) {
      const changes = getChanges(images);
      await saveImageAltTexts(client, changes);
      queryClient.setQueryData<ImageAltTexts>(queryKey, (all) => all && { ...all, ...changes });
    },
  };
}
