import { type ComponentProps, lazy, Suspense } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { AlertDialog } from '#app/ui/dialog.tsx';

// A lost connection fails the pictures and the alert about them alike.
const Alert = lazy(async () => {
  try {
    const { AlertDialog } = await import('#app/ui/dialog.tsx');
    return { default: AlertDialog };
  } catch {
    return { default: PlainAlert };
  }
});

/**
 * Tells which pictures were not stored; nothing of it loads before the first failure.
 * @param message a line for each
 */
export function UploadAlert({ message, onClose }: { message: string; onClose: () => void }) {
  if (!message) return null;
  return (
    <Suspense>
      <Alert
        open
        onClose={onClose}
        title={message.includes('\n') ? 'Pictures not attached' : 'Picture not attached'}
      >
        {message}
      </Alert>
    </Suspense>
  );
}

function PlainAlert({ title, children, onClose }: ComponentProps<typeof AlertDialog>) {
  return (
    <div role="alert" className="border-barn border-l-4 bg-barn-tint px-4 py-3">
      <p className="font-semibold">{title}</p>
      <p className="my-2 whitespace-pre-line break-words">{children}</p>
      <Button variant="secondary" onClick={onClose}>
        OK
      </Button>
    </div>
  );
}
