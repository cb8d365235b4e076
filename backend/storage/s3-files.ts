import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { atMost, checkKey, type FileStore, isFileKey } from './files.ts';
import { connectS3, isFault, type Patience, type S3Settings } from './s3-connection.ts';
import { createSpool } from './spool.ts';

/** The object that says whose bucket it is. */
const ownerKey = 'ridgeline-owner';

/**
 * Keeps files as objects of a bucket of S3 or of a store that speaks its protocol, under their keys.
 * A file is received on the local disk first: a slow visitor holds no connection to the store, and
 * what breaks off or is too large never reaches it.
 *
 * @param spoolDirectory where files lie while they are received, made where missing
 */
export async function openS3Files(
  settings: S3Settings,
  spoolDirectory: string,
  patience?: Patience,
): Promise<S3FileStore> {
  const { commands, ask, close } = await connectS3(settings, patience);
  const spool = createSpool(spoolDirectory);
  const Bucket = settings.bucket;
  /** False once the store has said that it knows no conditional writes (Backblaze B2, older Ceph). */
  let conditional = true;

  const exists = (Key: string) =>
    ask((client) => client.send(new commands.HeadObjectCommand({ Bucket, Key }))).catch((error) => {
      if (isFault(error, 404)) return undefined;
      throw error;
    });

  /** Where an answer got lost, the retry finds the object there: then it is this one, or it is not. */
  const put = async (object: Omit<PutObjectCommandInput, 'Bucket'> & { Key: string }) => {
    const condition = conditional ? { IfNoneMatch: '*' } : {};
    const input = { Bucket, ...object, ...condition };
    await ask((client) => client.send(new commands.PutObjectCommand(input))).catch(
      async (error) => {
        if (isFault(error, 412)) {
          const found = await exists(object.Key);
          if (found && found.Metadata?.sha256 === object.Metadata?.sha256) return;
        }
        throw error;
      },
    );
  };

  const create: typeof put = async (object) => {
    if (!conditional && (await exists(object.Key))) throw new Error('This key is taken already');
    try {
      await put(object);
    } catch (error) {
      if (!conditional || !isFault(error, 501)) throw error;
      conditional = false;
      await create(object);
    }
  };

  return {
    write: async (key, content, { maxBytes }) => {
      checkKey(key);
      return spool(atMost(content, maxBytes), async (bytes) => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await create({ Key: key, Body: bytes, Metadata: { sha256 } });
        return { size: bytes.byteLength };
      });
    },
    read: async (key, range) => {
      checkKey(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await ask((client) =>
        client.send(new commands.GetObjectCommand({ Bucket, Key: key, Range })),
      );
      return Readable.toWeb(Body as Readable) as ReadableStream<Uint8Array>;
    },
    remove: async (key) => {
      checkKey(key);
      await ask((client) => client.send(new commands.DeleteObjectCommand({ Bucket, Key: key })));
    },
    list: async function* () {
      let ContinuationToken: string | undefined;
      do {
        const page = await ask((client) =>
          client.send(new commands.ListObjectsV2Command({ Bucket, ContinuationToken })),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && isFileKey(Key)) yield { key: Key, writtenAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    belongsTo: async (owner) => {
      const sha256 = createHash('sha256').update(owner).digest('hex');
      if (!(await exists(ownerKey))) {
        await create({ Key: ownerKey, Body: Buffer.from(sha256), Metadata: { sha256 } });
      }
      return (await exists(ownerKey))?.Metadata?.sha256 === sha256;
    },
    close,
  };
}

/** Files in a bucket, which several sites could have been pointed to. */
export type S3FileStore = FileStore & {
  /**
   * Whether the bucket is this owner's; the first who asks makes it its own. Nobody may remove
   * the files of another.
   */
  belongsTo(owner: string): Promise<boolean>;
  close(): void;
};
