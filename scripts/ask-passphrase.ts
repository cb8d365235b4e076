import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a passphrase and doesn't show it. Standard input may also be a file or pipe with the passphrase as a line. */
export async function askPassphrase(): Promise<string> {
  const { stdin, stderr } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write('Passphrase: ');
  try {
    const [passphrase = ''] = await Promise.race([once(reader, 'line'), once(reader, 'close')]);
    return String(passphrase);
  } finally {
    reader.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}
