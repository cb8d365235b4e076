import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { formatDesignParams } from './design-params.ts';
import { getModelUrl, MODEL_TYPES, type ModelFormat } from './model-links.ts';

/** Returns whether the server writes 3D models in this format. */
export const isModelFormat = (format: string): format is ModelFormat =>
  Object.hasOwn(MODEL_TYPES, format);

/** The 3D model of a design in its true size. */
export const getDesignModelUrl = (design: ShedDesign, format: ModelFormat): string =>
  getModelUrl(formatDesignParams(design).toString(), format);
