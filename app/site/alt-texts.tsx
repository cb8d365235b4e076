import { createContext, type ReactNode, useContext } from 'react';
import type { ImageAltTexts } from '#app/data/image-alt-texts.ts';

const AltTexts = createContext<ImageAltTexts>({});

export function AltTextsProvider(props: { texts: ImageAltTexts; children: ReactNode }) {
  return <AltTexts value={props.texts}>{props.children}</AltTexts>;
}

/** Returns the alt text that staff have written, or else the fallback. */
export function useAltText(): (path: string, fallback?: string) => string {
  const texts = useContext(AltTexts);
  return (path, fallback = '') => texts[path] ?? fallback;
}
