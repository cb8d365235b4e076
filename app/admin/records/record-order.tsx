import { ArrowDownUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../lazy-screen.ts';
import { useReturnFocus } from '../lists/return-focus.ts';
import type { OrderOptions } from './record-order-dialog.tsx';

const RecordOrderDialog = lazyComponent(() => import('./record-order-dialog.tsx'));

/** An action of a RecordScreen and its dialog. */
export function useChangeOrder(options: OrderOptions) {
  const [isOpen, setOpen] = useState(false);
  const { remember, finalFocus } = useReturnFocus();
  return {
    action: {
      label: 'Change Order',
      Icon: ArrowDownUp,
      onClick() {
        remember();
        setOpen(true);
      },
    },
    dialog: isOpen && (
      <Suspense>
        <RecordOrderDialog {...options} onClose={() => setOpen(false)} finalFocus={finalFocus} />
      </Suspense>
    ),
  };
}
