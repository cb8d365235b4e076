import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secret-box-'));
});
afterEach(() => rm(directory, { recursive: true }));

const password = 'pässwörd of the mail server';
const setting = 'a setting of at least 32 characters';

test.each([undefined, setting])(
  'a box with the setting %s decrypts what it encrypted',
  async (secret) => {
    const box = createSecretBox(secret, directory);
    const sealed = await box.encrypt(password, 'mail.example');
    expect(sealed).not.toContain(password);
    expect(await box.encrypt(password, 'mail.example')).not.toBe(sealed);
    expect(await createSecretBox(secret, directory).decrypt(sealed, 'mail.example')).toBe(password);
    expect(await box.decrypt(sealed, 'evil.example')).toBeUndefined();
    const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`;
    expect(await box.decrypt(changed, 'mail.example')).toBeUndefined();
    expect(await box.decrypt('', 'mail.example')).toBeUndefined();
  },
);

test('without a setting, the key is in a file that only its owner reads', async () => {
  const boxes = [1, 2, 3].map(() => createSecretBox(undefined, directory));
  const sealed = await Promise.all(boxes.map((box) => box.encrypt(password, '')));
  expect(await readdir(directory)).toEqual(['secrets.key']);
  expect((await stat(join(directory, 'secrets.key'))).mode & 0o777).toBe(0o600);
  for (const text of sealed) expect(await boxes[0]?.decrypt(text, '')).toBe(password);
  await expect(readFile(join(directory, 'secrets.key'), 'utf8')).resolves.not.toContain(password);
});

test('another key, or none, decrypts nothing, and a damaged key encrypts nothing', async () => {
  const sealed = await createSecretBox(setting, directory).encrypt(password, '');
  expect(await createSecretBox(`${setting}!`, directory).decrypt(sealed, '')).toBeUndefined();
  expect(await createSecretBox(undefined, directory).decrypt(sealed, '')).toBeUndefined();
  expect(await readdir(directory)).toEqual([]);
  await writeFile(join(directory, 'secrets.key'), 'short');
  const damaged = createSecretBox(undefined, directory);
  expect(await damaged.decrypt(sealed, '')).toBeUndefined();
  await expect(damaged.encrypt(password, '')).rejects.toThrow('damaged');
});
