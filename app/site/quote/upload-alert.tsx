import { lazy, Suspense } from 'react';

const AlertDialog = lazy(async () => {
  const { AlertDialog } = await import('#app/ui/dialog.tsx');
  return { default: AlertDialog };
});

/** Tells that a picture was not stored; nothing of it loads before the first failure. */
export function UploadAlert({
  message,
  onClose,
}: {
  message?: string | undefined;
  onClose: () => void;
}) {
  if (!message) return null;
  return (
    <Suspense>
      <AlertDialog key={message} open onClose={onClose} title="Picture not attached">
        {message}
      </AlertDialog>
    </Suspense>
  );
}
