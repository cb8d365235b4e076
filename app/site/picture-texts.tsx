import { createContext, type ReactNode, useContext } from 'react';
import type { PictureTexts } from '#app/data/picture-texts.ts';

const Texts = createContext<PictureTexts>({});

/** Gives the pictures of a page the texts that staff have written for them. */
export function PictureTextsProvider(props: { texts: PictureTexts; children: ReactNode }) {
  return <Texts value={props.texts}>{props.children}</Texts>;
}

/**
 * What a picture shows: the text that staff have written, or else `otherwise`, which is '' where
 * the words beside the picture say enough.
 */
export function usePictureText(): (path: string, otherwise?: string) => string {
  const texts = useContext(Texts);
  return (path, otherwise = '') => texts[path] ?? otherwise;
}
