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

/** The page's directives; an empty one is added where it has none. */
function directives(): HTMLMetaElement[] {
  const found = document.head.querySelectorAll<HTMLMetaElement>('meta[name="robots"]');
  if (found.length > 0) return [...found];
  const added = Object.assign(document.createElement('meta'), { name: 'robots' });
  document.head.append(added);
  return [added];
}

/** Keeps crawlers out while the back office is shown and lets them in again on leaving. */
export function useAdminRobots(): void {
  useEffect(() => {
    for (const meta of directives()) meta.content = adminDirective;

    return () => {
      // A directive that the next page brought itself stands.
      for (const meta of directives())
        if (!meta.content || meta.content === adminDirective) meta.content = outside;
    };
  }, []);
}
