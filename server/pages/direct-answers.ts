import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { requestGrace } from '#server/shutdown.ts';
import { getClientIp } from '#server/visitor.ts';
import { type Answer, type Variant, variantFor } from './answer.ts';
import { type PlainGet, readPlainGet } from './plain-get.ts';
import type { GetIp } from './render-limit.ts';

/** How long a connection may wait here, in milliseconds. */
export type DirectPatience = {
  /** For its first request. */
  first: number;
  /** For the next one after an answer. */
  next: number;
  /** For the visitor to take some of what waits to be sent. */
  idle: number;
};

/** The connections that Node's HTTP server has not seen yet. */
export type DirectAnswers = {
  /** Ends those that have had their answer, after `requestGrace` at the latest; the others are the HTTP server's to end. */
  close(): void;
};

/**
 * Answers plain requests for public pages straight on the connection; what Node does around a request
 * takes longer than the whole of that. A connection on which anything else comes, or comes in
 * pieces, is the HTTP server's from there on: it gets every byte of it, and decides. See
 * docs/decisions/018-direct-answers.md.
 *
 * To be called before anything else listens for the server's connections.
 *
 * @param pageFor the page for a target, where there is one; where it can't be made, the HTTP server
 *   is asked
 * @param options `extra` has header fields that all answers carry, a flat list of names and values;
 *   `proxies` is how many proxies of ours are in front
 */
export function answerDirectly(
  server: Server,
  pageFor: (target: string, getIp: GetIp) => Answer | Promise<Answer> | undefined,
  wait: DirectPatience,
  { extra = [], proxies = 0 }: { extra?: readonly string[]; proxies?: number } = {},
): DirectAnswers {
  const [serve, ...others] = server.listeners('connection');
  if (!serve || others.length > 0)
    throw new Error("The connections have listeners that aren't known");
  const keepAlive = `timeout=${Math.floor(wait.next / 1000)}`;
  const headOf = createHeads(extra, ['Connection', 'keep-alive', 'Keep-Alive', keepAlive]);
  const here = new Map<() => void, Socket>();
  let closing = false;

  const meet = (socket: Socket) => {
    let isAnswered = false;
    let isRendering = false;
    const waitFor = (milliseconds: number) => {
      if (socket.timeout !== milliseconds) socket.setTimeout(milliseconds);
    };
    const finish = () => {
      if (isRendering) return;
      if (!isAnswered) return handOver();
      socket.destroySoon();
    };
    const leave = () => {
      here.delete(finish);
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    };
    const handOver = (bytes?: Buffer) => {
      leave();
      socket.pause();
      if (bytes) socket.unshift(bytes);
      serve.call(server, socket);
      socket.resume();
    };
    const send = (answer: Answer, acceptEncoding: string | undefined) => {
      const variant = variantFor(acceptEncoding, answer);
      socket.cork();
      socket.write(headOf(answer.status, variant));
      socket.write(variant.body);
      socket.uncork();
      isAnswered = true;
      if (closing) return finish();
      if (socket.writableLength === 0) return waitFor(wait.next);
      waitFor(wait.idle);
      socket.pause();
    };
    const sendRendered = async (page: Promise<Answer>, plain: PlainGet, bytes: Buffer) => {
      isRendering = true;
      waitFor(wait.idle);
      socket.pause();
      const answer = await page.catch(() => undefined);
      isRendering = false;
      if (socket.destroyed) return;
      if (!answer) return handOver(bytes);
      socket.resume();
      send(answer, plain.acceptEncoding);
    };
    const listeners = {
      data: (bytes: Buffer) => {
        const plain = readPlainGet(bytes);
        const page =
          plain &&
          pageFor(plain.target, () =>
            getClientIp(plain.forwardedFor, socket.remoteAddress, proxies),
          );
        if (!page) handOver(bytes);
        else if (page instanceof Promise) void sendRendered(page, plain, bytes);
        else send(page, plain.acceptEncoding);
      },
      drain: () => {
        if (isRendering) return;
        waitFor(wait.next);
        socket.resume();
      },
      end: () => socket.end(),
      timeout: () => socket.destroy(),
      // A connection that breaks off is closed next.
      error: () => {},
      close: leave,
    };
    here.set(finish, socket);
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    waitFor(wait.first);
  };

  server.off('connection', serve as () => void);
  server.on('connection', meet);
  return {
    close: () => {
      closing = true;
      for (const finish of here.keys()) finish();
      // No idle timeout: whoever takes some bytes now and then would extend it.
      setTimeout(() => {
        for (const socket of here.values()) socket.destroy();
      }, requestGrace).unref();
    },
  };
}

/** Writes the head of an answer as Node does, anew each second for its Date (RFC 9110, 6.6.1). */
function createHeads(extra: readonly string[], last: readonly string[]) {
  const heads = new WeakMap<Variant, { second: number; bytes: Buffer }>();
  return (status: number, variant: Variant): Buffer => {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    const known = heads.get(variant);
    if (known?.second === second) return known.bytes;
    const fields = [...extra, ...variant.headers, 'Date', new Date(now).toUTCString(), ...last];
    const lines = fields.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `));
    const bytes = Buffer.from(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`,
      'latin1',
    );
    heads.set(variant, { second, bytes });
    return bytes;
  };
}
