import { createServer } from 'node:http';
import { stderr, stdout } from '#server/log-destination.ts';
import { createLogger, redirectConsole } from '#server/logger.ts';

// A process that writes a line of a kilobyte to its log at each request to /log and 3 MiB at one to
// /flood, prints one with console and process.stderr at one to /print, and answers with the number of
// lines that were dropped. It prints its port to the file named by its first argument, because its
// standard output is what the test breaks. It ends with the process whose id is its second argument.

const [, , portFile = '', testProcess = ''] = process.argv;
const logger = createLogger('info');
redirectConsole(logger);
const line = 'x'.repeat(1024);
const server = createServer((request, response) => {
  const lines = { '/log': 1, '/flood': 3072 }[request.url ?? ''] ?? 0;
  for (let n = 0; n < lines; n += 1) logger.info({ n, line }, 'A line');
  if (request.url === '/print') {
    // biome-ignore-start lint/suspicious/noConsole: libraries print so
    console.warn('A %s', 'warning');
    console.error(new Error('An error'), line);
    // biome-ignore-end lint/suspicious/noConsole: libraries print so
    process.stdout.write('direct\n');
    process.stderr.write('direct\n');
  }
  response.end(String(stderr.droppedLines()));
});
process.once('SIGTERM', () => {
  logger.fatal('The last line');
  process.exit(0);
});
stdout.write('started\n');
server.listen(0, '127.0.0.1', async () => {
  const { writeFileSync, renameSync } = await import('node:fs');
  const address = server.address();
  writeFileSync(`${portFile}.part`, String(typeof address === 'object' ? address?.port : ''));
  renameSync(`${portFile}.part`, portFile);
});
setInterval(() => {
  try {
    process.kill(Number(testProcess), 0);
  } catch {
    process.exit(1);
  }
}, 500);
