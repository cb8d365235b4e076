import { useEffect } from 'react';

/** What the back office tells crawlers. */
export const adminDirective = 'noindex, nofollow, noarchive';
const outside = 'index, follow';

/** The title and robots directive of a screen of the back office, for its route's `meta`. */
export function adminMeta(title?: string) {
  return [
    { title: title ? `${title} | Admin` : 'Admin' },
    { name: 'robots', content: adminDirective },
  ];
}

function directives(): HTMLMetaElement[] {
  return [...document.head.querySelectorAll<HTMLMetaElement>('meta[name="robots"]')];
}

/** Keeps crawlers out while the back office is shown and lets them in again on leaving. */
export function useAdminRobots(): void {
  useEffect(() => {
    if (directives().length === 0) {
      document.head.append(Object.assign(document.createElement('meta'), { name: 'robots' }));
    }
    for (const meta of directives()) meta.content = adminDirective;

    return () => {
      if (directives().length === 0) {
        document.head.append(Object.assign(document.createElement('meta'), { name: 'robots' }));
      }
      // A directive that the next page brought itself stands.
      for (const meta of directives())
        if (!meta.content || meta.content === adminDirective) meta.content = outside;
    };
  }, []);
}
