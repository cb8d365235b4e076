import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decrypt } from './age.ts';

const intro = 'age-encryption.org/';

/**
 * Calls `work` with a backup that isn't encrypted: the file itself, or one that is deleted afterwards, which only its owner
 * can read.
 *
 * @param askPassphrase called for an encrypted file
 * @throws BackupError if the passphrase is wrong or the file damaged; what `work` throws
 */
export async function withPlainBackup<Result>(
  path: string,
  askPassphrase: () => Promise<string>,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isEncrypted(path))) return work(path);
  const passphrase = await askPassphrase();
  const directory = await mkdtemp(join(tmpdir(), 'ridgeline-restore-'));
  try {
    const plain = join(directory, 'backup.tar.gz');
    await writeFile(plain, decrypt(createReadStream(path), passphrase), { mode: 0o600 });
    return await work(plain);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns false for a file that can't be read: `work` explains why. */
async function isEncrypted(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(intro.length), 0, intro.length, 0);
    return buffer.toString('latin1') === intro;
  } catch {
    return false;
  }
}
