import { owner } from '#tests/e2e/support/site-process.ts';
import { type BackgroundLoad, createBackgroundLoad } from '#tests/load/background-load.ts';
import { repeatUntil } from '#tests/load/repeat.ts';
import type { ResponseLog } from '#tests/load/response-log.ts';
import { createNoisyImage } from '../../bench/noisy-image.ts';
import type { LoadedSite } from './start-loaded-site.ts';

/** Expected responses outside 2xx and 3xx, as `type: status code`, with the reason. */
export const expectedErrors: Record<string, string> = {
  'missing page: 404': 'The path of no page.',
  'missing shed: 404': 'A listing that does not exist.',
  'wrong password: 400 invalid_credentials': 'A password that is wrong.',
  'hidden rows: 401 42501': 'A visitor reads enquiries.',
  'invalid form: 400': 'A form without a name.',
  'disguised image: 400 InvalidMimeType': 'A text with the type of an image.',
};

const paths = ['/', '/sheds', '/blog', '/contact', '/quote-request', '/privacy', '/sheds.data'];
const reads = [
  ...[
    'shed_listings?select=*&is_active=eq.true&order=created_at.desc,id&limit=24',
    'reviews?limit=12',
  ],
  ...[
    'past_projects?order=is_featured.desc,completion_date.desc&limit=8',
    'business_settings?select=*',
  ],
  ...['blog_posts?select=id,title,slug&is_published=eq.true&order=published_at.desc&limit=10'],
];
const inbox = '/rest/v1/quote_requests?select=*&order=created_at.desc,id&limit=50';

/**
 * What a busy day of visitors and staff looks like, at a rate that two cores cope with: some 40
 * requests a second, until the time is over.
 */
export async function sendMixedLoad(
  site: LoadedSite,
  until: number,
  log: ResponseLog,
): Promise<void> {
  const load = await createBackgroundLoad(site);
  await load.signIn(owner);
  const [shed] = (await site.service.from('shed_listings').select('id').limit(1).throwOnError())
    .data;
  const [quote] = (await site.service.from('quote_requests').select('id').limit(1).throwOnError())
    .data;
  const every = (
    intervalMs: number,
    type: string,
    send: (n: number) => ReturnType<BackgroundLoad['signIn']>,
  ) => repeatUntil(until, intervalMs, (n) => log.log(type, () => send(n)));
  const visit = (path: string) => load.asVisitor('GET', path);
  await Promise.all([
    every(40, 'page', (n) => visit(paths[n % paths.length] ?? '/')),
    every(500, 'shed page', () => visit(`/custom-sheds/${shed?.id}`)),
    every(5000, 'missing page', (n) => visit(`/nowhere-${n}`)),
    every(7000, 'missing shed', () => visit('/custom-sheds/00000000-0000-4000-8000-000000000000')),
    every(125, 'table read', (n) => visit(`/rest/v1/${reads[n % reads.length]}`)),
    every(10_000, 'hidden rows', () => visit('/rest/v1/quote_requests?select=email')),
    every(10_000, 'contact form', load.contactForm),
    every(10_000, 'quote form', load.quoteForm),
    every(15_000, 'invalid form', () => load.invalidForm()),
    every(10_000, 'upload', (n) => upload(load, n)),
    every(20_000, 'disguised image', (n) =>
      load.asVisitor('POST', inspirationImage(n, 'text'), new Uint8Array(Buffer.from('no image'))),
    ),
    every(10_000, 'sign-in', () => load.signIn(owner)),
    every(20_000, 'wrong password', () => load.signIn({ ...owner, password: 'not it at all' })),
    every(2000, 'inbox', () => load.asStaff('GET', inbox)),
    every(3000, 'edit of a shed', (n) =>
      load.asStaff('PATCH', `/rest/v1/shed_listings?id=eq.${shed?.id}`, {
        price: 1000 + (n % 500),
      }),
    ),
    every(5000, 'note on a quote', (n) =>
      load.asStaff('PATCH', `/rest/v1/quote_requests?id=eq.${quote?.id}`, { notes: `Note ${n}` }),
    ),
  ]);
  load.close();
}

async function upload(load: BackgroundLoad, n: number) {
  return load.asVisitor('POST', inspirationImage(n, 'photo'), await createNoisyImage(1200, 900));
}

const inspirationImage = (n: number, name: string) =>
  `/storage/v1/object/images/inspiration/${Date.now()}-${name}-${n}.jpg`;
