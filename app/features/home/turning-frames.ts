/** The frames of the shed that turns on the home page, drawn by scripts/draw-turning-shed.ts. */
export const turningFrames = {
  count: 24,
  /** Of the sheet, which has the frames in rows. */
  columns: 6,
  /** Pixels. */
  width: 640,
  height: 480,
  /** Degrees between two frames, and of the first one from the entrance, as the viewer walks around it. */
  step: 15,
  start: -30,
} as const;
