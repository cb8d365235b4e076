import sharp from 'sharp';

/** For processes of their own: one thread, and no cache, because every image is decoded once. */
export function limitSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}
