import { createContext, type ReactNode, useContext } from 'react';
import type { ImageAltTexts } from '#app/data/image-alt-texts.ts';

const Texts = createContext<ImageAltTexts>({});

/** Gives the pictures of a page the texts that staff have written for them. */
export function AltTextsProvider(props: { texts: ImageAltTexts; children: ReactNode }) {
  return <Texts value={props.texts}>{props.children}</Texts>;
}

/**
 * What a picture shows: the text that staff have written, or else `otherwise`, which is '' where
 * the words beside the picture say enough.
 */
export function useAltText(): (path: string, otherwise?: string) => string {
  const texts = useContext(Texts);
  return (path, otherwise = '') => texts[path] ?? otherwise;
}
