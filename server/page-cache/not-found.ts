/** Its 404 page is sent for every URL without a route. */
export const unknownUrl = '/404';

/** Routes that answer 404 for unknown parameters, with a parameter that no row has. */
const templates = [
  { path: /^\/blog\/[^/]+$/, url: '/blog/%20' },
  {
    path: /^\/custom-sheds\/[^/]+$/,
    url: '/custom-sheds/00000000-0000-4000-8000-000000000000',
  },
];

export function isNotFoundTemplate(url: string): boolean {
  return url === unknownUrl || templates.some((template) => template.url === url);
}

export function getNotFoundTemplate(pathname: string): string | undefined {
  return templates.find(({ path }) => path.test(pathname))?.url;
}
