/** The Server-Timing of an image of a similar design, sent while many are being drawn. */
export const SUBSTITUTE_TIMING = 'substitute';

/** The param by which the server sends the image of this very design or an error, however busy it is. */
export const NO_SUBSTITUTE = 'substitute=no';
