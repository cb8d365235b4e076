const restartMarkers = { first: 0xd0, last: 0xd7 };
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Below, no marker is followed by a length that decoders skip. */
const firstSegmentMarker = 0xc0;

/**
 * Counts the scans of a JPEG (ITU T.81, B.1.1 and B.2.3) up to the end of its first image: a decoder passes
 * over all of a progressive image once for each, however few bytes the scan has.
 *
 * @returns 0 for other formats
 */
export function countJpegScans(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0;
  let scans = 0;
  let position = bytes.indexOf(0xff, 2);
  while (position >= 0 && position + 1 < bytes.length) {
    const marker = bytes[position + 1] ?? 0;
    if (marker === endOfImage) return scans;
    if (marker === 0xff) position += 1;
    else if (marker < firstSegmentMarker || isBare(marker)) position += 2;
    else {
      if (marker === startOfScan) scans += 1;
      position += 2 + ((bytes[position + 2] ?? 0) << 8) + (bytes[position + 3] ?? 0);
    }
    position = bytes.indexOf(0xff, position);
  }
  return scans;
}

/** Restart markers, and the start of another image. */
function isBare(marker: number): boolean {
  return (marker >= restartMarkers.first && marker <= restartMarkers.last) || marker === 0xd8;
}
