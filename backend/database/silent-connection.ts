import { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/**
 * Ends a connection that carries nothing for a while. A network that swallows packets tells nobody,
 * and the driver would wait for its answer for a quarter of an hour.
 *
 * @param milliseconds 0 lets it be silent for as long as it likes
 */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  if (!('connection' in client)) return;
  const { stream } = client.connection as { stream?: unknown };
  if (!(stream instanceof Socket)) return;
  stream.removeAllListeners('timeout');
  stream.setTimeout(milliseconds, () => stream.destroy());
}
