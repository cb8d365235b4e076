/** A request for a page as nearly all are: no body, no condition, nothing that asks for more. */
export type PlainGet = {
  target: string;
  acceptEncoding: string | undefined;
  forwardedFor: string | undefined;
};

/** Bytes; browsers send a thousand or two. */
const longest = 8192;

/** RFC 9112, 3 and 5, and stricter: one space, origin-form, every line ended by CR LF, no folding. */
const wholeHead =
  /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~\w-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
const fieldLine = /([^:\r\n]+):[\t ]*([^\r\n]*)\r\n/g;

/** Fields with which a GET has a body, wants another answer than a plain one, or ends the connection. */
const notPlain =
  /^(?:content-length|transfer-encoding|trailer|te|expect|upgrade|http2-settings|range|if-.*)$/;

/**
 * Reads what came on a connection where it is exactly one plain GET, whole and beyond doubt.
 *
 * @returns undefined for everything else, which is Node's parser's to read, and to refuse
 */
export function readPlainGet(bytes: Buffer): PlainGet | undefined {
  if (bytes.length > longest) return undefined;
  const [, target, fields] = wholeHead.exec(bytes.toString('latin1')) ?? [];
  if (!target || !fields) return undefined;
  let hosts = 0;
  let acceptEncoding: string | undefined;
  let forwardedFor: string | undefined;
  for (const [, given = '', value = ''] of fields.matchAll(fieldLine)) {
    const name = given.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'accept-encoding') {
      if (acceptEncoding !== undefined) return undefined;
      acceptEncoding = value;
    } else if (name === 'x-forwarded-for') {
      forwardedFor = forwardedFor === undefined ? value : `${forwardedFor}, ${value}`;
    } else if (name === 'connection') {
      if (value.trimEnd().toLowerCase() !== 'keep-alive') return undefined;
    } else if (notPlain.test(name)) return undefined;
  }
  return hosts === 1 ? { target, acceptEncoding, forwardedFor } : undefined;
}
