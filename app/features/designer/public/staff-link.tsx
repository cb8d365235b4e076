import { useState } from 'react';
import { tabItems } from '#app/lib/browser-storage.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { getVariantReplyUrl, parseRequestFragment } from '../design-variant.ts';
import { formatDesignQuery } from '../design-view.ts';

const requestKey = 'design-request';

type StaffLinkProps = { design: ShedDesign; query: string; fragment: string };

export default function StaffLink({ design, query, fragment }: StaffLinkProps) {
  const [requestId] = useState(() => rememberRequest(fragment));
  return (
    <p className="flex flex-wrap gap-3 print:hidden">
      {requestId && (
        <a href={getVariantReplyUrl(requestId, query)} className={buttonClass('primary')}>
          Reply with this variant
        </a>
      )}
      <a
        href={`/admin/sheds?${new URLSearchParams({ design: formatDesignQuery(design) })}`}
        className={buttonClass('secondary')}
      >
        Create a listing
      </a>
    </p>
  );
}

/** The request that this tab was opened from. */
function rememberRequest(fragment: string): string | undefined {
  const opened = parseRequestFragment(fragment);
  if (opened) tabItems.setItem(requestKey, opened);
  return opened ?? tabItems.getItem(requestKey) ?? undefined;
}
