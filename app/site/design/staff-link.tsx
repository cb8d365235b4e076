import { useEffect, useState } from 'react';
import { formatDesignQuery } from '#app/domain/designs/design-view.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { ShedDesign } from '#drawing/design/shed-design.ts';

export function StaffLink({ design }: { design: ShedDesign }) {
  const [isStaff, setStaff] = useState(false);
  useEffect(() => setStaff(hasStaffSession()), []);
  if (!isStaff) return null;
  return (
    <p className="print:hidden">
      <a
        href={`/admin/sheds?${new URLSearchParams({ design: formatDesignQuery(design) })}`}
        className={buttonClass('secondary')}
      >
        Create a listing
      </a>
    </p>
  );
}

function hasStaffSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  } catch {
    // The browser denies access to its storage.
    return false;
  }
}
