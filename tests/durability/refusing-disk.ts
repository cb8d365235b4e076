import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import pino from 'pino';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';
import type { Faults } from './failing-disk.ts';

// A process whose disk stops syncing while its database is open; it runs on failing-disk.ts. Takes
// the folder as its argument.

const [, , directory = ''] = process.argv;
const logger = pino({ level: 'silent' });
const database = await createEmbeddedDatabase({ directory, logger });
await sql`create table stored (n int)`.execute(database.owner);
process.stdout.write('open ');
const faults: Faults = { calls: ['fsync'], under: directory, code: 'EIO' };
writeFileSync(process.env.FAILING_DISK ?? '', JSON.stringify(faults));
await sql`insert into stored values (1)`.execute(database.owner);
process.stdout.write('acknowledged');
