import { createContext, type ReactNode, useContext } from 'react';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { FocalPoints } from '#app/ui/responsive-image.tsx';

const AltTexts = createContext<ImageAltTexts>({});

export function AltTextsProvider(props: { texts: ImageAltTexts; children: ReactNode }) {
  return (
    <AltTexts value={props.texts}>
      <FocalPoints value={props.texts}>{props.children}</FocalPoints>
    </AltTexts>
  );
}

export function useAltText(): (path: string, fallback?: string) => string {
  const texts = useContext(AltTexts);
  return (path, fallback = '') => texts[path]?.alt || fallback;
}
