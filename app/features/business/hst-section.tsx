import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { AnchoredSection } from '#app/admin/records/anchored-section.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { Button } from '#app/ui/button.tsx';
import { describeTax, readTaxSettings } from './tax-settings.ts';

const HstDialog = lazyComponent(() => import('./admin/hst-dialog.tsx'));

/** The single HST setting, shown on each screen whose prices it changes. */
export function HstSection() {
  const client = useAdminClient();
  const [isOpen, setOpen] = useState(false);
  usePreload(HstDialog);
  const button = useRef<HTMLButtonElement>(null);
  const { data, isError } = useQuery({
    queryKey: ['tax_settings'],
    queryFn: async () => ({ row: await readTaxSettings(client) }),
  });
  return (
    <AnchoredSection
      title="HST"
      anchor="hst"
      intro="One setting for quotes, designs and shed listings."
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 wrap-anywhere">
          {data
            ? describeTax(data.row)
            : isError
              ? "Couldn't load the HST setting. Please reload the page."
              : 'Loading...'}
        </p>
        {data && (
          <Button ref={button} variant="secondary" onClick={() => setOpen(true)}>
            Change HST
          </Button>
        )}
      </div>
      {isOpen && data && (
        <Suspense>
          <HstDialog
            initial={data.row}
            onClose={() => setOpen(false)}
            finalFocus={() => button.current}
          />
        </Suspense>
      )}
    </AnchoredSection>
  );
}
