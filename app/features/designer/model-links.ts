import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { formatDesignParams } from './design-params.ts';

/** The media types of 3D models: glTF for Android and desktop programs, USDZ for iOS. */
export const MODEL_TYPES = {
  glb: 'model/gltf-binary',
  usdz: 'model/vnd.usdz+zip',
} as const;

export type ModelFormat = keyof typeof MODEL_TYPES;

/** Returns whether the server writes 3D models in this format. */
export const isModelFormat = (format: string): format is ModelFormat =>
  Object.hasOwn(MODEL_TYPES, format);

/**
 * The 3D model of a design in its true size.
 * @param query the design's, as in the URL of the designer
 */
export const getModelUrl = (query: string, format: ModelFormat): string =>
  `/design/model.${format}?${query}`;

export const getDesignModelUrl = (design: ShedDesign, format: ModelFormat): string =>
  getModelUrl(formatDesignParams(design).toString(), format);

/** The model for AR Quick Look, which shows it in its true size only. */
export const getQuickLookUrl = (query: string): string =>
  `${getModelUrl(query, 'usdz')}#allowsContentScaling=0`;

/**
 * The model in Android's Scene Viewer (https://developers.google.com/ar/develop/scene-viewer), which shows
 * it in its true size only; the file on phones without that.
 * @param query the design's
 * @param page the page that offers it, absolute
 */
export function getSceneViewerUrl(query: string, title: string, page: string): string {
  const file = new URL(getModelUrl(query, 'glb'), page).href;
  const params = new URLSearchParams({
    file,
    mode: 'ar_preferred',
    resizable: 'false',
    title,
    link: page,
  });
  const intent = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(file)}`,
  ];
  return `intent://arvr.google.com/scene-viewer/1.2?${params}#Intent;${intent.join(';')};end;`;
}
