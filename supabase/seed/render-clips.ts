import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type Clip, clips } from './scenes/clips.ts';

/**
 * Renders the demonstration content's clips into public/demo and their thumbnails into
 * supabase/seed/images/thumbnails; needs ffmpeg with libx264.
 * Arguments: parts of file names; only the clips whose file contains one of them are rendered.
 */
const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES_PER_SECOND = 15;
const videos = fileURLToPath(new URL('../../public/demo/', import.meta.url));
const thumbnails = fileURLToPath(new URL('./images/thumbnails/', import.meta.url));

const rasterize = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize(WIDTH, HEIGHT).removeAlpha().raw().toBuffer();

/** Blends two frames; t from 0 to 1. A wipe moves a soft edge from left to right. */
function blendFrames(a: Buffer, b: Buffer, t: number, transition: Clip['transition']): Buffer {
  const out = Buffer.allocUnsafe(a.length);
  const soft = WIDTH / 8;
  const edge = t * (WIDTH + soft) - soft;
  const mix = Float64Array.from({ length: WIDTH }, (_, x) =>
    transition === 'fade' ? t : Math.min(1, Math.max(0, 1 - (x - edge) / soft)),
  );
  for (let i = 0; i < out.length; i++) {
    const from = a[i] ?? 0;
    out[i] = from + ((b[i] ?? 0) - from) * (mix[Math.floor(i / 3) % WIDTH] ?? 0);
  }
  return out;
}

async function* createFrames(clip: Clip): AsyncGenerator<Buffer> {
  let next = rasterize(clip.stills[0]?.draw() ?? '');
  for (const [i, { hold, change }] of clip.stills.entries()) {
    const here = await next;
    for (let n = 0; n < hold; n++) yield here;
    const following = clip.stills[i + 1];
    if (following === undefined) return;
    next = rasterize(following.draw());
    const there = await next;
    for (let n = 1; n <= change; n++) {
      yield blendFrames(here, there, n / (change + 1), clip.transition);
    }
  }
}

async function encode(clip: Clip): Promise<void> {
  const input = `-f rawvideo -pix_fmt rgb24 -s ${WIDTH}x${HEIGHT} -r ${FRAMES_PER_SECOND} -i -`;
  const output = '-an -c:v libx264 -preset veryslow -tune animation -crf 30 -pix_fmt yuv420p';
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...`-y -loglevel error ${input} ${output} -movflags +faststart`.split(' '),
      join(videos, clip.file),
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const finished = once(ffmpeg, 'exit');
  for await (const frame of createFrames(clip)) {
    if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await finished;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${clip.file}.`);
}

await mkdir(videos, { recursive: true });
await mkdir(thumbnails, { recursive: true });
const filters = process.argv.slice(2);
for (const clip of clips) {
  if (filters.length > 0 && !filters.some((filter) => clip.file.includes(filter))) continue;
  await encode(clip);
  await sharp(Buffer.from(clip.stills[clip.poster]?.draw() ?? ''))
    .webp({ quality: 72, effort: 6 })
    .toFile(join(thumbnails, clip.thumbnail));
}
