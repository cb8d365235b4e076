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

/** The most characters that the database takes for a text. */
export const longestText = 300;

/**
 * What the pictures of one record show, in words, while the record is edited. They are read once,
 * and saved with the record.
 * @param first the paths that are stored already
 */
export function usePictureTexts(first: string[]) {
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

  /** By path, the texts that differ from what is stored; '' for one that is taken away. */
  function changesOf(pictures: Described[]): ImageAltTexts {
    const changes: ImageAltTexts = {};
    for (const { key, path } of pictures) {
      const text = typed[key]?.replace(/\s+/g, ' ').trim();
      if (path !== undefined && text !== undefined && text !== storedText(path)) {
        changes[path] = text;
      }
    }
    return changes;
  }

  return {
    /** Whether the texts of the stored pictures could not be read. */
    failed: isError,
    textOf: ({ key, path }: Described) => typed[key] ?? storedText(path),
    /** Nobody writes over a text that they have not seen. */
    editable: ({ path }: Described) =>
      stored !== undefined || path === undefined || !first.includes(path),
    type: (key: string, text: string) => setTyped((all) => ({ ...all, [key]: text })),
    changed: (pictures: Described[]) => Object.keys(changesOf(pictures)).length > 0,
    async save(pictures: Described[]) {
      const changes = changesOf(pictures);
      await saveImageAltTexts(client, changes);
      queryClient.setQueryData<ImageAltTexts>(queryKey, (all) => all && { ...all, ...changes });
    },
  };
}
