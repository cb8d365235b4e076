import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import pino from 'pino';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';

// A process whose disk stops syncing while its database is open. Takes the folder as its argument.

const [, , directory = ''] = process.argv;
const logger = pino({ level: 'silent' });
const database = await createEmbeddedDatabase({ directory, logger });
await sql`create table kept (n int)`.execute(database.owner);
process.stdout.write('open ');
fs.fsyncSync = () => {
  throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
};
syncBuiltinESMExports();
await sql`insert into kept values (1)`.execute(database.owner);
process.stdout.write('acknowledged');
