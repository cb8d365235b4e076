import pino from 'pino';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';

// Opens the embedded database, runs many small statements, and prints the peak memory of the process
// in MB.

const [directory = ''] = process.argv.slice(2);
const database = await createEmbeddedDatabase({ directory, logger: pino({ level: 'silent' }) });
await database.session(async ({ query }) => {
  for (let n = 0; n < 2_000; n += 1) await query(`select ${n}, 'a' || ${n} where ${n} > 3`);
});
process.stdout.write(`${Math.round(process.resourceUsage().maxRSS / 1024)}`);
await database.close();
