import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PictureTexts, readPictureTexts, savePictureTexts } from '#app/data/picture-texts.ts';
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
  const queryKey = ['picture_texts', first];
  const { data: stored, isError } = useQuery({
    queryKey,
    queryFn: () => readPictureTexts(client, first),
    ...formQueryOptions,
  });
  const [typed, setTyped] = useState<Record<string, string>>({});

  const storedText = (path: string | undefined) => (path && stored?.[path]) || '';

  /** By path, the texts that differ from what is stored; '' for one that is taken away. */
  function changesOf(pictures: Described[]): PictureTexts {
    const changes: PictureTexts = {};
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
      await savePictureTexts(client, changes);
      queryClient.setQueryData<PictureTexts>(queryKey, (all) => all && { ...all, ...changes });
    },
  };
}
