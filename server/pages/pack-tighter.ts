import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Answer } from './answer.ts';

/** How long an answer has to last first, in milliseconds: what changes each moment is not worth it. */
const lasting = 3000;
/** How many may wait: a crawler that asks for every page is done with before they are. */
const mostWaiting = 50;

/**
 * Compresses answers once more that are sent for longer, as far as brotli can: a tenth smaller, for
 * some 150 ms of another thread's time each (docs/decisions/005-page-cache.md). One at a time.
 *
 * @param report told of what went wrong; the answer stays as it was
 * @returns takes an answer, and whether it is still sent by the time
 */
export function createPacking(report: (error: unknown) => void) {
  let turn = Promise.resolve();
  let waiting = 0;
  return (answer: Answer, isStillSent: () => boolean) => {
    if (waiting === mostWaiting) return;
    waiting += 1;
    setTimeout(() => {
      turn = turn
        .then(() => (isStillSent() ? packTighter(answer) : undefined))
        .catch(report)
        .finally(() => {
          waiting -= 1;
        });
    }, lasting).unref();
  };
}

/**
 * Puts a smaller body into an answer's brotli variant. The ETag stays: what is unpacked is the same,
 * and nobody asks for a part of a page.
 */
export async function packTighter(answer: Answer): Promise<void> {
  const { br, identity } = answer;
  if (!br) return;
  const body = await compress(identity.body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.body.length,
    },
  });
  if (body.length >= br.body.length) return;
  const place = br.headers.indexOf('Content-Length') + 1;
  answer.br = { ...br, body, headers: br.headers.with(place, String(body.length)) };
}

const compress = promisify(brotliCompress);
