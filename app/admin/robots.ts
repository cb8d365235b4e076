import { useEffect } from 'react';

export const adminDirective = 'noindex, nofollow, noarchive';
const outside = 'index, follow';

export function adminMeta(title?: string) {
  return [
    { title: title ? `${title} | Admin` : 'Admin' },
    { name: 'robots', content: adminDirective },
  ];
}

function getRobotsTags(): HTMLMetaElement[] {
  const found = document.head.querySelectorAll<HTMLMetaElement>('meta[name="robots"]');
  if (found.length > 0) return [...found];
  const added = Object.assign(document.createElement('meta'), { name: 'robots' });
  document.head.append(added);
  return [added];
}

export function useAdminRobots(): void {
  useEffect(() => {
    for (const meta of getRobotsTags()) meta.content = adminDirective;

    return () => {
      // The next page may have its own directive.
      for (const meta of getRobotsTags())
        if (!meta.content || meta.content === adminDirective) meta.content = outside;
    };
  }, []);
}
