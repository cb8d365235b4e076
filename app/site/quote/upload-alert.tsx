import { lazy, Suspense } from 'react';

const AlertDialog = lazy(async () => {
  const { AlertDialog } = await import('#app/ui/dialog.tsx');
  return { default: AlertDialog };
});

/**
 * Tells which pictures were not stored; nothing of it loads before the first failure.
 * @param message a line for each
 */
export function UploadAlert({ message, onClose }: { message: string; onClose: () => void }) {
  if (!message) return null;
  return (
    <Suspense>
      <AlertDialog
        open
        onClose={onClose}
        title={message.includes('\n') ? 'Pictures not attached' : 'Picture not attached'}
      >
        {message}
      </AlertDialog>
    </Suspense>
  );
}
