import fc from 'fast-check';
import { designTarget } from './design-cases.ts';
import {
  encoded,
  headerValue,
  hostile,
  mostly,
  multipart,
  type RequestCase,
  sendable,
  words,
} from './request-case.ts';

const pages = [
  '',
  ...words(`
  sheds custom-sheds blog contact quote-request privacy accessibility admin admin/quotes
  admin/price-list admin/password sitemap.xml robots.txt blog/feed.xml manifest.webmanifest
  cards/home contact.json quote-request.json _root __manifest healthz metrics hooks/changes
  browser-errors
  .well-known/security.txt assets assets/../server pictures/640/webp/hero/a.jpg
  pictures/card/jpeg/x design design/image design/listing-image pictures/9/exe/x favicon.ico
  .env`),
];
const endings = [
  '',
  '',
  '',
  ...words(`
  .data / // . %2f %2e%2e%2f /.. ;a=b %00 %5c /%2e%2e/admin .json /_.data /__proto__ % %ff ?
  ?index /./ .data/`),
];
const queryKeys = words(`
  _routes page shed type menu sent size color price sort project category q index _data p style
  width length height porch material roofing front left openings extras from opening wall at
  season light side image design`);
const routes = words(`
  root root,site/home/route site/enquiries/contact-page admin/layout __proto__ ,`);
const headerNames = words(`
  x-react-router-prerender-data x-react-router-request-document x-forwarded-host
  x-forwarded-proto forwarded origin referer sec-fetch-site if-none-match range accept-encoding
  accept cookie user-agent content-type x-original-url te upgrade`);
const headerValues = [
  'gzip;q=0, br',
  'a=b; c=d',
  ...words(`
  yes identity;q=0 *;q=0 cross-site same-origin https evil.example https://evil.example null
  text/html bytes=0-1 * W/"x" application/json`),
];
const fields = words(`
  name email phone subject message customer_name project_type description inspiration_images
  inspiration_files news form_token submission_id design delivery_km __proto__`);

const url = fc.tuple(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pages) },
    { weight: 2, arbitrary: encoded(hostile).map((text) => `blog/${text}`) },
    { weight: 2, arbitrary: encoded(hostile).map((text) => `custom-sheds/${text}`) },
    { weight: 1, arbitrary: encoded(hostile) },
    { weight: 1, arbitrary: encoded(hostile).map((text) => `pictures/640/webp/${text}`) },
  ),
  fc.constantFrom(...endings),
  fc.array(fc.tuple(mostly(queryKeys), mostly(routes)), { maxLength: 3 }),
);

const designCase: fc.Arbitrary<RequestCase> = fc
  .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), designTarget)
  .map(([method, target]) => ({ caller: 'nobody', method, target, headers: {} }));

const pageCase: fc.Arbitrary<RequestCase> = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'GET',
      'GET',
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'POST',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
      'PROPFIND',
    ),
    url,
    headers: fc.dictionary(fc.constantFrom(...headerNames), mostly(headerValues).map(headerValue), {
      maxKeys: 4,
    }),
    form: multipart(fields),
    encodedForm: fc.array(fc.tuple(mostly(fields), encoded(hostile)), { maxLength: 10 }),
    kind: fc.nat(5),
  })
  .map(({ method, url: [path, ending, query], headers, form, encodedForm, kind }) => {
    const parameters = query.map(
      ([key, value]) =>
        `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    );
    const target = sendable(`/${path}${ending}?${parameters.join('&')}`);
    const one = { caller: 'nobody' as const, method, target };
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return { ...one, headers };
    if (kind < 3)
      return { ...one, headers: { ...headers, 'content-type': form.type }, body: form.body };
    const type = kind === 3 ? 'text/plain' : 'application/x-www-form-urlencoded';
    const body = encodedForm.map((pair) => pair.join('=')).join('&');
    return { ...one, headers: { 'content-type': type, ...headers }, body };
  });

/** Requests to the website: URLs, the framework's own parameters and headers, forms, designs. */
export const websiteCase: fc.Arbitrary<RequestCase> = fc.oneof(
  { weight: 4, arbitrary: pageCase },
  { weight: 1, arbitrary: designCase },
);
