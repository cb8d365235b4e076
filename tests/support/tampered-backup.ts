import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { readArchive } from '#server/backup/archive.ts';
import type { Manifest } from '#server/backup/manifest.ts';

/** One entry of a backup; `header` overrides what its bytes would have. */
export type Member = { name: string; bytes: Buffer; header?: Partial<Header> };

/** Reads all entries of a backup into memory, in order. */
export async function readMembers(path: string): Promise<Member[]> {
  const members: Member[] = [];
  for await (const { name, content } of readArchive(path)) {
    members.push({ name, bytes: Buffer.concat(await Array.fromAsync(content)) });
  }
  return members;
}

/** Writes any entries as a .tar.gz. */
export async function writeMembers(path: string, members: Member[]): Promise<void> {
  const archive = pack();
  const done = pipeline(archive, createGzip({ level: 1 }), createWriteStream(path));
  for (const { name, bytes, header } of members) {
    const hasContent = header?.type === undefined || header.type === 'file';
    archive.entry({ name, ...header }, hasContent ? bytes : Buffer.alloc(0));
  }
  archive.finalize();
  await done;
}

/** What a consistent forger changes: the manifest, the rows, and every sum that depends on them. */
export type Forgery = {
  manifest?: (manifest: Manifest) => void;
  rows?: (script: string) => string;
};

/** Changes the manifest and the rows of a backup, and recomputes all sums. */
export function forge(members: Member[], { manifest: change, rows }: Forgery): Member[] {
  const script = find(members, 'database.sql').bytes.toString('utf8');
  const sql = Buffer.from(rows?.(script) ?? script);
  const manifest = JSON.parse(find(members, 'manifest.json').bytes.toString('utf8')) as Manifest;
  manifest.database = { ...manifest.database, size: sql.byteLength, sha256: digest(sql) };
  change?.(manifest);
  return withSums(
    members.map((member) => {
      if (member.name === 'database.sql') return { ...member, bytes: sql };
      if (member.name !== 'manifest.json') return member;
      return { ...member, bytes: Buffer.from(JSON.stringify(manifest)) };
    }),
  );
}

/** The same entries with matching sums. */
export function withSums(members: Member[]): Member[] {
  const others = members.filter(({ name }) => name !== 'SHA256SUMS');
  const lines = others.map(({ name, bytes }) => `${digest(bytes)}  ${name}\n`);
  return [...others, { name: 'SHA256SUMS', bytes: Buffer.from(lines.join('')) }];
}

function find(members: Member[], name: string): Member {
  const member = members.find((each) => each.name === name);
  if (!member) throw new Error(`The backup has no ${name}`);
  return member;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
