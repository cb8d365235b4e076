import { open } from 'node:fs/promises';

/** Characters that are collected before they are written. */
const chunk = 256 * 1024;

/** Takes text in small pieces. */
export type WriteText = (text: string) => Promise<void>;

/**
 * Makes a file of the text that `work` writes, in pieces of a good size. Readable by its owner only.
 *
 * @throws the system's error where the file is there already
 */
export async function writeTextFile<Result>(
  path: string,
  work: (write: WriteText) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'wx', 0o600);
  try {
    let pending: string[] = [];
    let size = 0;
    const flush = async () => {
      await file.writeFile(pending.join(''));
      pending = [];
      size = 0;
    };
    const result = await work(async (text) => {
      pending.push(text);
      size += text.length;
      if (size >= chunk) await flush();
    });
    await flush();
    return result;
  } finally {
    await file.close();
  }
}
