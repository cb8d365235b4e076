import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';

/** Something that serves the same bytes as the site. */
export type Baseline = { url: string; stop: () => Promise<void> };

/** One answer of the site, as it went over the wire. */
export type Sample = { headers: string[]; body: Buffer };

const ofNginx = new Set(['content-length', 'content-type', 'etag', 'last-modified']);

/** A bare node:http in a process of its own, with the same body and the same headers. */
export async function startBare({ headers, body }: Sample): Promise<Baseline> {
  const child = fork(new URL('bare-server.ts', import.meta.url));
  child.send({ headers, body: body.toString('base64') });
  const [address] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/**
 * nginx with one worker, serving the body as a file, and the same headers but for those that are its
 * own; undefined where it is not installed.
 */
export async function startNginx({ headers, body }: Sample): Promise<Baseline | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-nginx-'));
  const port = await freePort();
  writeFileSync(join(directory, 'page.html'), body);
  writeFileSync(
    join(directory, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${directory}/pid; error_log ${directory}/error.log;
user root; events { worker_connections 256; }
http { access_log off; types { text/html html; } sendfile on; tcp_nopush on; keepalive_requests 1000000;
  open_file_cache max=100 inactive=60s;
  server { listen 127.0.0.1:${port}; root ${directory};
    ${addHeaders(headers)} } }`,
  );
  const child = spawn('nginx', ['-c', join(directory, 'nginx.conf')], { stdio: 'ignore' });
  const failed = once(child, 'error').then(() => true);
  const url = `http://127.0.0.1:${port}/page.html`;
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGQUIT');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await Promise.race([failed, sleep(50)])) === true) return undefined;
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return { url, stop };
  }
  await stop();
  throw new Error('nginx does not serve the page');
}

function addHeaders(headers: string[]): string {
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  return headers
    .flatMap((name, index) => (index % 2 ? [] : [[name, headers[index + 1] ?? ''] as const]))
    .filter(([name]) => !ofNginx.has(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`)
    .join('\n');
}
