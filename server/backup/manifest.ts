import { z } from 'zod';

/** The layout of the file; a program refuses a higher number than it knows. */
export const formatNumber = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const migration = z.object({ version: z.string(), name: z.string(), checksum: sha256 });

/** What a backup says about itself, in manifest.json. */
export const manifestSchema = z.object({
  program: z.literal('ridgeline'),
  format: z.int().min(1),
  /** Of the program that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  /** PostgreSQL's own version. */
  postgres: z.string(),
  /** What had been applied, by the name of the set, in order. */
  migrations: z.record(z.string(), z.array(migration)),
  /** Rows by `schema.name`, in an order in which they can be loaded. */
  tables: z.record(z.string(), count),
  sequences: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      lastValue: z.string(),
      isCalled: z.boolean(),
    }),
  ),
  /** Tables of the database that are not the program's and not in here. */
  tablesLeftOut: z.array(z.string()),
  database: z.object({ path: z.literal('database.sql'), size: count, sha256 }),
  /** The stored files that rows of storage.objects name, by their `version`. */
  files: z.array(
    z.object({ key: z.guid(), bucket: z.string(), name: z.string(), size: count, sha256 }),
  ),
  /** Objects whose file was not to be found when the backup was made. */
  filesMissing: z.array(z.object({ bucket: z.string(), name: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Rows of all tables together. */
export function rowsIn(manifest: Pick<Manifest, 'tables'>): number {
  return Object.values(manifest.tables).reduce((sum, rows) => sum + rows, 0);
}
