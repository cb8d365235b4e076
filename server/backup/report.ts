import type { MadeBackup } from './make-backup.ts';
import { rowsIn } from './manifest.ts';

/** What a person is told about a backup that was made. */
export function reportOf({ path, size, seconds, manifest }: MadeBackup): string {
  const { files, filesMissing, tablesLeftOut } = manifest;
  const lines = [
    `Backup made: ${path}`,
    `${inMegabytes(size)}, ${rowsIn(manifest)} rows, ${files.length} pictures, ${seconds.toFixed(1)} s. Read back and found whole.`,
  ];
  if (filesMissing.length > 0) {
    const names = filesMissing.map(({ bucket, name }) => `${bucket}/${name}`);
    lines.push(`Not in it, because the file is not to be found: ${names.join(', ')}`);
  }
  if (tablesLeftOut.length > 0) {
    lines.push(`Not in it, because the site did not make them: ${tablesLeftOut.join(', ')}`);
  }
  return lines.join('\n');
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
