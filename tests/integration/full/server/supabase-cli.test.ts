import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readMigrations } from '#backend/database/migrate.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { runSql } from '#tests/support/empty-database.ts';
import { createEmptyDatabase } from '#tests/support/empty-server-database.ts';
import { type CliResult, runSupabaseCli } from '../../../../scripts/run-supabase-cli.ts';

/** The hosted platform's own tools, on a database that has nothing but the platform's objects. */
describe.skipIf(!engineAvailable())('the Supabase CLI', () => {
  const directory = createTempDirectory();
  let url: string;
  let pushed: CliResult;

  beforeAll(async () => {
    cpSync('supabase', join(directory, 'supabase'), {
      recursive: true,
      filter: (path) => path !== join('supabase', 'seed'),
    });
    url = await createEmptyDatabase();
    for (const { script } of await readMigrations('backend/database/platform')) {
      await runSql(url, script);
    }
    pushed = await run('db', 'push', '--include-seed', '--yes');
  });

  const run = (...args: string[]) => runSupabaseCli([...args, `--remote=${url}`], directory);

  /** Runs a check and returns what it found. */
  async function check(...args: string[]) {
    const { status, stdout, stderr } = await run('db', ...args, '--output-format=json');
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout).results as Record<string, unknown>[];
  }

  test('db push applies every migration and the seed', async () => {
    expect(pushed.status, pushed.stderr).toBe(0);
    const rows = await runSql<{ version: string }>(
      url,
      'select version from supabase_migrations.schema_migrations order by version',
    );
    const files = readdirSync('supabase/migrations').sort();
    expect(rows.map(({ version }) => version)).toEqual(files.map((name) => name.split('_')[0]));
    expect(await runSql(url, 'select phone from public.business_settings')).toHaveLength(1);
    expect((await run('db', 'push', '--yes')).stdout).toContain('up to date');
  });

  test('config.toml has no deprecated or unknown keys', () => {
    expect(`${pushed.stdout}${pushed.stderr}`).not.toMatch(/WARN|deprecated|unknown/i);
  });

  test('db lint reports nothing', async () => {
    const found = await runSql(
      url,
      "select from pg_available_extensions where name = 'plpgsql_check'",
    );
    expect(found, 'Install the Debian package postgresql-15-plpgsql-check').toHaveLength(1);
    expect(await check('lint', '--level=warning')).toEqual([]);
  });

  test('db advisors reports the public inserts, and tables that the API does not reach', async () => {
    const results = await check('advisors', '--level=info');
    const issues = results
      .filter(({ name }) => name !== 'unused_index')
      .map(({ name, level, metadata }) => {
        const { schema, name: table } = metadata as Record<string, string>;
        return `${level} ${name} ${schema}.${table}`;
      });
    // Visitors send enquiries. No role of the API may use the tables of `private`. No index of a new database was used.
    expect(issues.sort()).toEqual([
      'INFO rls_enabled_no_policy private.demonstration_rows',
      'INFO rls_enabled_no_policy private.mail_settings',
      'INFO rls_enabled_no_policy private.page_images',
      'INFO rls_enabled_no_policy private.quote_chains',
      'INFO rls_enabled_no_policy private.quote_clock',
      'INFO rls_enabled_no_policy private.quote_file_removals',
      'INFO rls_enabled_no_policy private.quote_numbers',
      'INFO rls_enabled_no_policy private.quote_tokens',
      'INFO rls_enabled_no_policy private.rate_limits',
      'INFO rls_enabled_no_policy private.review_saves',
      'INFO rls_enabled_no_policy private.signing_secrets',
      'INFO rls_enabled_no_policy private.submissions',
      'INFO rls_enabled_no_policy private.visitor_storage',
      'INFO rls_enabled_no_policy ridgeline.keys',
      'WARN rls_policy_always_true public.contact_submissions',
      'WARN rls_policy_always_true public.marketing_consents',
      'WARN rls_policy_always_true public.quote_requests',
    ]);
  });
});
