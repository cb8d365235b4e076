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
  vocabulary,
} from './request-case.ts';

const { pages, endings, queryKeys, routes, fields } = vocabulary.website;
const gets = Array<string>(8).fill('GET');
const methods = [...gets, 'HEAD', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'];
const headerValues = mostly(vocabulary.website.headerValues).map(headerValue);

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
    method: fc.constantFrom(...methods),
    url,
    headers: fc.dictionary(fc.constantFrom(...vocabulary.website.headers), headerValues, {
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
