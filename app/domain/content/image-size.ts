/** The longer side, in pixels, that a photograph keeps. */
const longestSide = 2560;

/** A picture's width and height once its longer side is at most `longestSide`; never larger. */
export function scaledSize({ width, height }: { width: number; height: number }) {
  const share = Math.min(1, longestSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}
