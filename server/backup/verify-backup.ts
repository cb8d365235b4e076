import { createHash, type Hash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import { formatNumber, type Manifest, manifestSchema } from './manifest.ts';
import { type Entry, linesOf, readArchive } from './read-archive.ts';
import { countRows } from './rows-of.ts';

type Found = { size: number; sha256: string };

const isMember = (name: string) =>
  /^(manifest\.json|SHA256SUMS|database\.sql|storage\/[0-9a-f-]{36})$/.test(name);

/** The largest manifest or list of sums that is taken into memory, in bytes. */
const maxTextSize = 256 * 1024 * 1024;

/**
 * Reads a backup from its begin to its end and compares everything in it with what it says about
 * itself: every file's size and SHA-256, and the rows of every table.
 *
 * @returns its manifest
 * @throws BackupError with a sentence where it is damaged, no backup, or of a newer layout
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  try {
    return await compare(path);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (isMissing(error)) throw new BackupError(`There is no file ${path}.`);
    if (!(error instanceof Error)) throw error;
    if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) {
      throw new BackupError(`${path} can't be read: ${error.message}.`);
    }
    throw damaged(path, error.message);
  }
}

async function compare(path: string): Promise<Manifest> {
  const found = new Map<string, Found>();
  const texts = new Map<string, string>();
  let rows: Record<string, number> = {};
  for await (const entry of readArchive(path)) {
    if (found.has(entry.name)) throw damaged(path, `${entry.name} is in it twice`);
    if (!isMember(entry.name))
      throw damaged(path, `no backup has ${JSON.stringify(entry.name)} in it`);
    const hash = createHash('sha256');
    const read = hashed(entry, hash);
    if (entry.name === 'database.sql') rows = await countRows(linesOf(read));
    else if (entry.name === 'manifest.json' || entry.name === 'SHA256SUMS') {
      texts.set(entry.name, await textOf(path, entry, read));
    } else await drain(read);
    found.set(entry.name, { size: entry.size, sha256: hash.digest('hex') });
  }
  const manifest = readManifest(path, texts.get('manifest.json'));
  compareSums(path, found, texts.get('SHA256SUMS'));
  compareFiles(path, found, manifest);
  for (const table of Object.keys(rows)) {
    if (!Object.hasOwn(manifest.tables, table)) {
      throw damaged(path, `its manifest.json does not name the table ${table}`);
    }
  }
  for (const [table, count] of Object.entries(manifest.tables)) {
    if (rows[table] === count) continue;
    throw damaged(path, `${table} has ${rows[table] ?? 0} rows instead of ${count}`);
  }
  return manifest;
}

function readManifest(path: string, text: string | undefined): Manifest {
  if (text === undefined) throw damaged(path, 'it has no manifest.json, so it is no whole backup');
  const json: unknown = JSON.parse(text);
  if (json instanceof Object && 'format' in json && Number(json.format) > formatNumber) {
    throw new BackupError(
      `${path} was made by a newer version of the program (layout ${json.format}, this one knows ` +
        `${formatNumber}). Restore it with that version.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw damaged(path, 'its manifest.json is not that of a backup');
  return parsed.data;
}

/** SHA256SUMS names everything but itself. */
function compareSums(path: string, found: Map<string, Found>, text: string | undefined) {
  const sums = new Map((text ?? '').split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const [name, { sha256 }] of found) {
    if (name !== 'SHA256SUMS' && sums.get(name) !== sha256) {
      throw damaged(path, `${name} is not as it was written`);
    }
  }
}

function compareFiles(path: string, found: Map<string, Found>, manifest: Manifest) {
  const expected = [
    manifest.database,
    ...manifest.files.map((file) => ({ ...file, path: `storage/${file.key}` })),
  ];
  const names = new Set(expected.map(({ path: name }) => name));
  if (names.size < expected.length) throw damaged(path, 'its manifest.json names a file twice');
  for (const name of found.keys()) {
    if (!name.startsWith('storage/') || names.has(name)) continue;
    throw damaged(path, `its manifest.json does not name ${name}`);
  }
  for (const { path: name, size, sha256 } of expected) {
    const entry = found.get(name);
    if (!entry) throw damaged(path, `${name} is missing`);
    if (entry.size !== size || entry.sha256 !== sha256) {
      throw damaged(path, `${name} is not as it was written`);
    }
  }
}

async function* hashed({ content }: Entry, hash: Hash) {
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
}

async function textOf(path: string, { name, size }: Entry, content: AsyncIterable<Buffer>) {
  if (size > maxTextSize) throw damaged(path, `${name} has ${size} bytes`);
  return Buffer.concat(await Array.fromAsync(content)).toString('utf8');
}

async function drain(content: AsyncIterable<Buffer>) {
  for await (const _ of content);
}

function damaged(path: string, why: string): BackupError {
  return new BackupError(`${path} is damaged: ${why}. Nothing was changed; take another backup.`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
