import type { HeifDecoder } from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';

/** Where the ICC profile of a JPEG begins, and how long it may be in one segment (ICC.1:2022, B.4). */
const profileHeader = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
const maxProfileBytes = 0xffff - 2 - profileHeader.length;

/** Phones take 24 million as they are sold, which need 690 MB. */
const maxPixels = 25_000_000;

/** Each file that it decodes frees the memory of the former. */
let decoder: Promise<HeifDecoder> | undefined;

/** ISO/IEC 14496-12, 4.3: AVIF and HEIF begin with a box of this type. */
export function isHeif(source: Uint8Array): boolean {
  return Buffer.from(source.subarray(4, 8)).toString('latin1') === 'ftyp';
}

/**
 * Converts a HEIC, which neither browsers nor sharp decode, to an upright JPEG with its colour profile.
 * Other files are returned as they are. Only for the image process: decoding blocks it.
 *
 * @throws if the file is broken or has more pixels than allowed
 */
export async function convertHeic(source: Uint8Array): Promise<Uint8Array> {
  if (!isHeif(source)) return source;
  const { compression, icc } = await sharp(source, { limitInputPixels: false }).metadata();
  if (compression !== 'hevc') return source;
  decoder ??= import('libheif-js/wasm-bundle.js').then(({ default: lib }) => new lib.HeifDecoder());
  const images = (await decoder).decode(source);
  try {
    const image = images.find((each) => each.is_primary());
    if (!image) throw new Error('The HEIC has no image');
    const size = { width: image.get_width(), height: image.get_height() };
    if (size.width * size.height > maxPixels) {
      throw new RangeError(`The HEIC has more than ${maxPixels} pixels`);
    }
    const data = new Uint8ClampedArray(size.width * size.height * 4);
    const decoded = await new Promise((resolve) => image.display({ data, ...size }, resolve));
    if (!decoded) throw new Error('The HEIC could not be decoded');
    const jpeg = await sharp(data, { raw: { ...size, channels: 4 } })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer();
    return icc && icc.length <= maxProfileBytes ? insertProfile(jpeg, icc) : jpeg;
  } finally {
    for (const image of images) image.free();
  }
}

/** Tags the pixels with their colour profile; sharp only converts to one. */
function insertProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const segment = Buffer.from([0xff, 0xe2, 0, 0]);
  segment.writeUInt16BE(2 + profileHeader.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, profileHeader, profile, jpeg.subarray(2)]);
}
