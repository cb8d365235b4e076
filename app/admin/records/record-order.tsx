import { ArrowDownUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { lazyComponent } from '../lazy-screen.ts';
import { useReturnFocus } from '../lists/return-focus.ts';
import type { OrderOptions } from './record-order-dialog.tsx';

const RecordOrderDialog = lazyComponent(() => import('./record-order-dialog.tsx'));

export function ChangeOrder(options: OrderOptions) {
  const [isOpen, setOpen] = useState(false);
  const { remember, finalFocus } = useReturnFocus();
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          remember();
          setOpen(true);
        }}
      >
        <ArrowDownUp aria-hidden className="size-5" />
        Change Order
      </Button>
      {isOpen && (
        <Suspense>
          <RecordOrderDialog {...options} onClose={() => setOpen(false)} finalFocus={finalFocus} />
        </Suspense>
      )}
    </>
  );
}
