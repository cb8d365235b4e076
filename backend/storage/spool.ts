import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex } from '#backend/mutex.ts';

/**
 * Receives what is to be passed on: however slowly it comes, it lies on disk meanwhile, in a file
 * without a name, which the system frees when this process ends. Whole contents are handed on one
 * after the other, so that one of them at most is in memory.
 *
 * @param directory made with its parents where missing
 */
export function createSpool(directory: string) {
  const made = mkdir(directory, { recursive: true, mode: 0o700 });
  made.catch(() => undefined);
  const runExclusive = createMutex();

  return async <Result>(
    content: AsyncIterable<Uint8Array>,
    handOn: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result> => {
    await made;
    const path = join(directory, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      let size = 0;
      for await (const chunk of content) {
        await file.writeFile(chunk);
        size += chunk.byteLength;
      }
      return await runExclusive(async () => {
        const bytes = Buffer.alloc(size);
        for (let done = 0; done < size; ) {
          done += (await file.read(bytes, done, size - done, done)).bytesRead;
        }
        return handOn(bytes);
      });
    } finally {
      await file.close();
    }
  };
}
