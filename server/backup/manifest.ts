import { z } from 'zod';

/** The version of the layout. The program refuses a higher one than its own. */
export const formatNumber = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const migration = z.object({ version: z.string(), name: z.string(), checksum: sha256 });

export const manifestSchema = z.object({
  program: z.literal('ridgeline'),
  format: z.int().min(1),
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  postgres: z.string(),
  /** The applied migrations in order, by the name of their set. */
  migrations: z.record(z.string(), z.array(migration)),
  /** The number of rows by `schema.name`, in an order in which they can be loaded. */
  tables: z.record(z.string(), count),
  sequences: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      lastValue: z.string(),
      isCalled: z.boolean(),
    }),
  ),
  /** Tables of other programs, which are not part of the backup. */
  tablesLeftOut: z.array(z.string()),
  database: z.object({ path: z.literal('database.sql'), size: count, sha256 }),
  /** The stored files that rows of storage.objects name, by their `version`. */
  files: z.array(
    z.object({
      key: z.guid(),
      bucket: z.string(),
      name: z.string(),
      contentType: z.string().optional(),
      size: count,
      sha256,
    }),
  ),
  filesMissing: z.array(z.object({ bucket: z.string(), name: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export type ManifestFile = Manifest['files'][number];

export function countAllRows(tables: Manifest['tables']): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows, 0);
}
