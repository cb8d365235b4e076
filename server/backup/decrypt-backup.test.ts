import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEncryption } from './age.ts';
import { withPlainBackup } from './decrypt-backup.ts';

const root = mkdtempSync(join(tmpdir(), 'ridgeline-decrypt-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const refuse = () => Promise.reject(new Error('Asked'));

test('withPlainBackup decrypts into a file that is deleted afterwards', async () => {
  const { encrypt } = await createEncryption('a passphrase');
  const content = (async function* () {
    yield Buffer.from('the backup');
  })();
  const path = join(root, 'backup.age');
  writeFileSync(path, Buffer.concat(await Array.fromAsync(encrypt(content))));
  let plain = '';
  const read = async (file: string) => {
    plain = file;
    return readFileSync(file, 'utf8');
  };
  expect(await withPlainBackup(path, async () => 'a passphrase', read)).toBe('the backup');
  expect(existsSync(plain)).toBe(false);
  await expect(withPlainBackup(path, async () => 'wrong', read)).rejects.toThrow('wrong');
}, 60_000);

test('withPlainBackup asks for no passphrase otherwise', async () => {
  const path = join(root, 'plain');
  for (const content of ['', 'another file']) {
    writeFileSync(path, content);
    expect(await withPlainBackup(path, refuse, async (file) => file)).toBe(path);
  }
  const missing = join(root, 'missing');
  expect(await withPlainBackup(missing, refuse, async (file) => file)).toBe(missing);
});
