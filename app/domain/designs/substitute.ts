/** The Server-Timing of an image of a similar design, sent while many are being drawn. */
export const SUBSTITUTE_TIMING = 'substitute';
