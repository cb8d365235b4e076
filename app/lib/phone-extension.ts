/** Words before an extension; in Canada also `local` and `poste`. */
const words = 'ext(?:ension|n)?|poste|local|loc';

/** The word before an extension, but not before another telephone number. */
const beforeExtension = new RegExp(
  String.raw`(?<=\d[\p{Zs},;()]*)(?:${words})[\p{Zs}.:#-]*(?=\d{1,7}(?!\d|[\p{Zs}.-]+\d))`,
  'giu',
);

/** Writes extensions as libphonenumber-js knows them, behind a note such as `(office)` as well. */
export function normalizeExtension(typed: string): string {
  return typed
    .replace(/\p{Zs}*\([^()\d]*\)(?=[\p{Zs},;]*\p{L})/gu, '')
    .replace(beforeExtension, 'ext. ');
}

/** A pattern of an extension at the end of a telephone number. */
export const extensionPattern = String.raw`[\p{Zs},;]*(?:${words}|x|#)[\p{Zs}.:#-]*\d{1,7}`;
