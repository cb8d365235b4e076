import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryption, decrypt } from './age.ts';

async function* toParts(bytes: Buffer, size = 10_007) {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}
const read = async (content: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(content));

test('createEncryption and decrypt are inverse at the limits of chunks', async () => {
  const encryption = await createEncryption('a passphrase');
  for (const size of [0, 65_536, 65_537]) {
    const plain = randomBytes(size);
    const encrypted = await read(encryption.encrypt(toParts(plain)));
    expect(encrypted.byteLength).toBe(encryption.getSize(size));
    expect((await read(decrypt(toParts(encrypted), 'a passphrase'))).equals(plain)).toBe(true);
  }
}, 60_000);

/** Encrypted by the package age-encryption 0.3.1. */
const byAnotherProgram = Buffer.from(
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCByTERLVDRrV1MrT2JpVDg0WFZsL2pnIDQKcmU1TGZxQzA0cDZhcGtKckJVQ2tlK2FoN3JKeDhUNlpmYUUvSjI3WUptWQotLS0gd0tKYVVSL0FZVGhnNndBaWtMbVZGbnI3bU9Nc2lRWkJMZTNtSWozUldQYwou8UfUyKhYhjIxwVsL9oJ7RtQrA3dboXQ1YAebS77P0Dttl+Gx01poZQbIErfHHWIntB/yxl3f',
  'base64',
);

test('decrypt reads what another program has encrypted', async () => {
  const plain = await read(decrypt(toParts(byAnotherProgram, 7), 'a passphrase'));
  expect(plain.toString()).toBe('made by age-encryption\n');
});

test.each<[what: string, Buffer, message: string]>([
  ['a wrong passphrase', byAnotherProgram, 'The passphrase is wrong'],
  ['another file', Buffer.from('not encrypted'), 'not an age file encrypted with a passphrase'],
  ['an empty file', Buffer.alloc(0), 'not an age file encrypted with a passphrase'],
])('decrypt rejects %s', async (what, bytes, message) => {
  const passphrase = what === 'a wrong passphrase' ? 'another one' : 'a passphrase';
  await expect(read(decrypt(toParts(bytes), passphrase))).rejects.toThrow(message);
});

test.each([
  ['ends early', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['ends before its content', (bytes: Buffer) => bytes.subarray(0, -40)],
  ['has more at its end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(16)])],
  [
    'has a changed byte',
    (bytes: Buffer) => {
      const changed = Buffer.from(bytes);
      changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
      return changed;
    },
  ],
])('decrypt rejects a file that %s', async (_what, change) => {
  const encrypted = change(byAnotherProgram);
  await expect(read(decrypt(toParts(encrypted), 'a passphrase'))).rejects.toThrow(
    'damaged or incomplete',
  );
});
