let lastTimestamp = 0;

// Images of one camera app often share a name, and several are sent within one millisecond.
function nextTimestamp(): number {
  lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
  return lastTimestamp;
}

/** Letters, digits, dot, underscore and hyphen, at most 100 characters with the extension. */
export function toSafeFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/-*\.+-*/g, '.')
    .replace(/-{2,}/g, '-');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).replace(/^[-._]+|[-._]+$/g, '');
  return `${stem.slice(0, 100 - extension.length) || 'image'}${extension}`;
}

/** A path in the images bucket, {folder}/{timestamp}-{file name}, that no two calls share. */
export function createImagePath(folder: string, fileName: string): string {
  return `${folder}/${nextTimestamp()}-${toSafeFileName(fileName)}`;
}

export function getFileName(path: string): string {
  return path.replace(/^.*\/(\d+-)?/, '');
}
