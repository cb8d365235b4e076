import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import type { Logger } from 'pino';
import { type Answer, answerOf, sendAnswer } from './pages/answer.ts';
import { securityHeaders } from './security-headers.ts';

/** Larger files, in bytes, and those with ranges are left to the application, which streams them. */
const largest = 1024 * 1024;

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Files under this carry a hash of their content in their name. */
const hashed = '/assets/';

/**
 * Serves the files of the website's build from memory, compressed as the build left them beside
 * each file. A file is read when it is first asked for.
 *
 * @param directory the build's client folder, with its files as they are at the start
 * @returns answers a request for one of them, and 404 for any other under /assets/; false leaves
 *   it to the application
 */
export function createStaticFiles(
  directory: string,
  logger: Logger,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = listFiles(directory);
  const read = new Map<string, Answer>();

  return (request, response) => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const known = read.get(path);
    if (known) {
      sendAnswer(request, response, known);
      return true;
    }
    const file = files.get(path);
    if (!file) {
      if (path.startsWith(hashed)) refuse(response, 404, 'No such file');
      return path.startsWith(hashed);
    }
    readAnswer(path, file).then(
      (answer) => {
        read.set(path, answer);
        sendAnswer(request, response, answer);
      },
      (error) => {
        logger.error({ error, path }, 'A file of the build could not be read');
        refuse(response, 500, 'This file could not be read');
      },
    );
    return true;
  };
}

/** The addresses of the files, and where each lies. */
function listFiles(directory: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !contentTypes[extname(file)] || statSync(file).size > largest) continue;
    files.set(`/${relative(directory, file).split(sep).join('/')}`, file);
  }
  return files;
}

async function readAnswer(path: string, file: string): Promise<Answer> {
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readFile(`${file}.br`).catch(() => undefined),
    readFile(`${file}.gz`).catch(() => undefined),
  ]);
  const headers = new Headers({
    ...securityHeaders,
    'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': path.startsWith(hashed)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  });
  return answerOf(200, headers, { identity, br, gzip });
}

function refuse(response: ServerResponse, status: number, sentence: string) {
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(sentence);
}
