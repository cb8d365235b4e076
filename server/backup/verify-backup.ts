import { createHash } from 'node:crypto';
import {
  type ArchiveEntry,
  type Digest,
  drain,
  readArchive,
  readLines,
  withHash,
} from './archive.ts';
import { BackupError } from './backup-error.ts';
import { countRows } from './copy-format.ts';
import { formatNumber, type Manifest, manifestSchema } from './manifest.ts';

const isMember = (name: string) =>
  /^(manifest\.json|SHA256SUMS|database\.sql|storage\/[0-9a-f-]{36})$/.test(name);

/** The largest text that is read into memory, in bytes. */
const maxTextSize = 256 * 1024 * 1024;

/** Compares sizes, hashes and rows with the manifest. Throws a BackupError if one differs. */
export async function verifyBackup(path: string): Promise<Manifest> {
  try {
    return await verify(path);
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new BackupError(`The file ${path} does not exist.`);
    if (/^E[A-Z]+$/.test(code)) throw new BackupError(`${path} can't be read: ${error.message}.`);
    throw damaged(path, error.message);
  }
}

async function verify(path: string): Promise<Manifest> {
  const found = new Map<string, Digest>();
  const texts = new Map<string, string>();
  let rows: Record<string, number> = {};
  for await (const entry of readArchive(path)) {
    const { name, size } = entry;
    if (found.has(name)) throw damaged(path, `it contains ${name} twice`);
    if (!isMember(name))
      throw damaged(path, `it contains ${JSON.stringify(name)}, which is not part of a backup`);
    const hash = createHash('sha256');
    const content = withHash(entry.content, hash);
    if (name === 'database.sql') rows = await countRows(readLines(content));
    else if (name.startsWith('storage/')) await drain(content);
    else texts.set(name, await readText(path, entry, content));
    found.set(name, { size, sha256: hash.digest('hex') });
  }
  const manifest = readManifest(path, texts.get('manifest.json'));
  compareSums(path, found, texts.get('SHA256SUMS'));
  compareFiles(path, found, manifest);
  compareRows(path, rows, manifest);
  return manifest;
}

function readManifest(path: string, text: string | undefined): Manifest {
  if (text === undefined)
    throw damaged(path, 'it has no manifest.json, so the backup is incomplete');
  const json: unknown = JSON.parse(text);
  if (json instanceof Object && 'format' in json && Number(json.format) > formatNumber) {
    throw new BackupError(
      `${path} was made by a newer version of the program (format ${json.format}, this one reads ` +
        `${formatNumber}). Restore it with that version.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw damaged(path, 'its manifest.json is invalid');
  return parsed.data;
}

/** SHA256SUMS lists everything except itself. */
function compareSums(path: string, found: Map<string, Digest>, text: string | undefined) {
  const sums = new Map((text ?? '').split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const [name, { sha256 }] of found) {
    if (name !== 'SHA256SUMS' && sums.get(name) !== sha256) {
      throw damaged(path, `${name} has changed since it was written`);
    }
  }
}

function compareFiles(path: string, found: Map<string, Digest>, manifest: Manifest) {
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
      throw damaged(path, `${name} has changed since it was written`);
    }
  }
}

function compareRows(path: string, rows: Record<string, number>, { tables }: Manifest) {
  for (const table of Object.keys(rows)) {
    if (Object.hasOwn(tables, table)) continue;
    throw damaged(path, `its manifest.json does not name the table ${table}`);
  }
  for (const [table, count] of Object.entries(tables)) {
    if (rows[table] === count) continue;
    throw damaged(path, `${table} has ${rows[table] ?? 0} rows instead of ${count}`);
  }
}

async function readText(
  path: string,
  { name, size }: ArchiveEntry,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (size > maxTextSize) throw damaged(path, `${name} has ${size} bytes`);
  return Buffer.concat(await Array.fromAsync(content)).toString('utf8');
}

function damaged(path: string, reason: string): BackupError {
  return new BackupError(`${path} is damaged: ${reason}. Nothing was changed. Use another backup.`);
}
