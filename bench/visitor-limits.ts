import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { migrate, readMigrations } from '#backend/database/migrate.ts';
import { overPglite } from '#backend/database/pglite.ts';
import { testTablesOver } from '#backend/tables/test-tables.ts';
import { visitorLimits } from '#backend/tables/visitor-rules.ts';
import { circumstances, report } from './machine.ts';
import { median } from './median.ts';

// The most expensive requests that visitors may send, on the embedded database with 100 times the
// demonstration content.
//   npx node bench/visitor-limits.ts [rounds]

const rounds = Number(process.argv[2] ?? 9);
const found = circumstances();
const database = overPglite(await PGlite.create());
const run = (script: string) => database.session(({ exec }) => exec(script));
await migrate(database, {
  platform: await readMigrations('backend/database/platform'),
  project: await readMigrations('supabase/migrations'),
});
await run(await readFile('supabase/seed.sql', 'utf8'));
const copies = (table: string, columns: string, slug = '') =>
  `insert into public.${table} (created_at, ${slug && 'slug, '}${columns})
   select created_at - n * interval '1 day', ${slug && `${slug}, `}${columns}
   from public.${table}, generate_series(1, 99) as n;`;
await run(`set session_replication_role = replica;
  ${copies('blog_posts', 'title, excerpt, content, author, is_published, published_at', "slug || '-' || n")}
  ${copies('shed_listings', 'title, description, material_type, color, size, shed_style, price, images, is_active, is_featured, specifications')}
  ${copies('past_projects', 'title, description, project_type, location, images')}
  ${copies('reviews', 'customer_name, rating, review_text, project_type, is_approved, is_featured')}
  insert into public.image_alt_texts (path, alt)
    select distinct unnest(images), 'A shed' from public.shed_listings on conflict do nothing;
  set session_replication_role = default;`);
await run('vacuum analyze');
const tables = testTablesOver(database, run);

const { maxConditions, maxPatterns, maxListValues, maxPatternLength } = visitorLimits;
const list = (length: number, item: (n: number) => string) =>
  Array.from({ length }, (_, n) => item(n));
/** Reads a text to its end, with as many characters compared at each as a pattern holds. */
const pattern = (n: number) => `*e*a*i*o*${n}${'zqj'.repeat(8)}*`.slice(0, maxPatternLength);
const searches = (column: string) => list(maxPatterns, (n) => `${column}.not.ilike.${pattern(n)}`);
const comparisons = (column: string) =>
  list(maxConditions - maxPatterns, (n) => `${column}.gt.${n}`);
const everything = (column: string) => `and=(${[...searches(column), ...comparisons(column)]})`;
const listed = list(maxListValues, (n) => `x${n}`);
const paths = list(maxListValues, (n) => `sheds/${n}.jpg`);

const requests: Record<string, [string, RequestInit?]> = {
  'all posts with their text': ['/blog_posts?select=*&order=content,excerpt,title,author'],
  'patterns on the text of the posts': [`/blog_posts?select=id&and=(${searches('content')})`],
  'comparisons with the text of the posts': [
    `/blog_posts?select=id&and=(${list(maxConditions, (n) => `content.gt.${n}`)})`,
  ],
  'a long list': [`/blog_posts?select=id&content=not.in.(${listed})`],
  'all limits of a read of posts at once': [
    `/blog_posts?select=*&order=content,excerpt,title,author&${everything('content')}`,
  ],
  'all limits of a read of sheds at once': [
    `/shed_listings?select=*&order=specifications,description,title,id&${everything('description')}`,
  ],
  'a call with a long list': [
    '/rpc/get_image_alt_texts',
    { method: 'POST', body: JSON.stringify({ paths }) },
  ],
};

const times: Record<string, { median: number; max: number; bytes: number }> = {};
for (const [name, [path, init = {}]] of Object.entries(requests)) {
  const taken: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const limited = init.method ? path : `${path}&limit=1000000`;
    const headers = { prefer: 'count=exact', 'content-type': 'application/json' };
    const start = performance.now();
    const response = await tables.request('anon', limited, { ...init, headers });
    bytes = (await response.arrayBuffer()).byteLength;
    taken.push(performance.now() - start);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
  }
  const rounded = (value: number) => Number(value.toFixed(1));
  times[name] = { median: rounded(median(taken)), max: rounded(Math.max(...taken)), bytes };
}
await tables.close();
report('visitor-limits', {
  ...found,
  rounds,
  unit: 'ms',
  limits: 'backend/tables/visitor-rules.ts',
  times,
});
