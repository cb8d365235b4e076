// Apart from picture-job.ts, so that only the process that converts pictures loads the decoder.

const formats = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof formats)[number];

export function isPictureFormat(format: string): format is PictureFormat {
  return formats.some((known) => known === format);
}
