import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { BackupError } from './backup-error.ts';

// Encryption with a passphrase in the format of age, https://github.com/C2SP/C2SP/blob/main/age.md, which the program age
// and its libraries read as well.

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

const intro = 'age-encryption.org/v1';
const chunkSize = 64 * 1024;
const tagSize = 16;
const nonceSize = 16;
/** N is 2^17, with r 8 and p 1: 128 MiB, as OWASP's Password Storage Cheat Sheet recommends. */
const workFactor = 17;
const maxWorkFactor = 20;
/** Of what is read before the payload, in bytes. */
const maxHeaderSize = 1024;

const headerPattern =
  /^age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) ([1-9]\d?)\n([\w+/]{43})\n--- ([\w+/]{43})\n/;

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function derive(ikm: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', ikm, salt, info, 32));
}

function deriveWrapKey(passphrase: string, salt: Buffer, factor: number): Promise<Buffer> {
  const saltWithLabel = Buffer.concat([Buffer.from(`${intro}/scrypt`), salt]);
  const N = 2 ** factor;
  const options = { N, r: 8, p: 1, maxmem: 128 * 8 * N + 32 * 1024 * 1024 };
  return deriveKey(passphrase, saltWithLabel, 32, options);
}

const signHeader = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the key is wrong or the bytes have changed. */
function unseal(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagSize });
  decipher.setAuthTag(sealed.subarray(-tagSize));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagSize)), decipher.final()]);
}

function createChunkNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Splits into chunks of `size` bytes, and says which one is the last: it may be shorter, and is empty only alone. */
async function* toChunks(content: AsyncIterable<Uint8Array>, size: number) {
  let pending = Buffer.alloc(0);
  for await (const bytes of content) {
    pending = Buffer.concat([pending, bytes]);
    let start = 0;
    for (; pending.length - start > size; start += size) {
      yield { chunk: pending.subarray(start, start + size), isLast: false };
    }
    pending = pending.subarray(start);
  }
  yield { chunk: pending, isLast: true };
}

export type Encryption = {
  /** The bytes of the encrypted file for a content of `size` bytes. */
  getSize: (size: number) => number;
  encrypt: (content: AsyncIterable<Uint8Array>) => AsyncGenerator<Buffer>;
};

/** Derives a new key from a passphrase, which takes 128 MiB of memory and half a second of a processor. */
export async function createEncryption(passphrase: string): Promise<Encryption> {
  const [fileKey, salt, nonce] = [randomBytes(16), randomBytes(16), randomBytes(nonceSize)];
  const wrapKey = await deriveWrapKey(passphrase, salt, workFactor);
  const body = toBase64(seal(wrapKey, Buffer.alloc(12), fileKey));
  const header = `${intro}\n-> scrypt ${toBase64(salt)} ${workFactor}\n${body}\n---`;
  const start = Buffer.concat([
    Buffer.from(`${header} ${toBase64(signHeader(fileKey, header))}\n`),
    nonce,
  ]);
  const payloadKey = derive(fileKey, nonce, 'payload');
  return {
    getSize: (size) => start.length + size + tagSize * Math.max(1, Math.ceil(size / chunkSize)),
    encrypt: async function* (content) {
      yield start;
      let index = 0;
      for await (const { chunk, isLast } of toChunks(content, chunkSize)) {
        yield seal(payloadKey, createChunkNonce(index, isLast), chunk);
        index += 1;
      }
    },
  };
}

/**
 * Decrypts a file encrypted with a passphrase.
 *
 * @throws BackupError if the passphrase is wrong, or the file is damaged, incomplete or encrypted in another way
 */
export async function* decrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const iterator = content[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < maxHeaderSize) {
    const { value, done } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const header = headerPattern.exec(start.toString('latin1', 0, maxHeaderSize));
  const [text = '', salt = '', factor = '', body = '', mac = ''] = header ?? [];
  if (!header || Number(factor) > maxWorkFactor) {
    throw new BackupError('The file is not an age file encrypted with a passphrase.');
  }
  const wrapKey = await deriveWrapKey(passphrase, Buffer.from(salt, 'base64'), Number(factor));
  let fileKey: Buffer;
  try {
    fileKey = unseal(wrapKey, Buffer.alloc(12), Buffer.from(body, 'base64'));
  } catch {
    throw new BackupError('The passphrase is wrong. Nothing was changed.');
  }
  const signed = text.slice(0, text.indexOf('\n---') + 4);
  if (!timingSafeEqual(signHeader(fileKey, signed), Buffer.from(mac, 'base64'))) throw damaged();
  const nonce = start.subarray(text.length, text.length + nonceSize);
  if (nonce.length < nonceSize) throw damaged();
  const payloadKey = derive(fileKey, nonce, 'payload');
  const rest = start.subarray(text.length + nonceSize);
  let index = 0;
  for await (const { chunk, isLast } of toChunks(prepend(rest, iterator), chunkSize + tagSize)) {
    if (chunk.length < tagSize || (index > 0 && chunk.length === tagSize)) throw damaged();
    yield decryptChunk(payloadKey, createChunkNonce(index, isLast), chunk);
    index += 1;
  }
}

function decryptChunk(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  try {
    return unseal(key, nonce, chunk);
  } catch {
    throw damaged();
  }
}

async function* prepend(first: Buffer, rest: AsyncIterator<Uint8Array>) {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

const damaged = () =>
  new BackupError('The encrypted file is damaged or incomplete. Nothing was changed.');
