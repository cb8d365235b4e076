import { Spinner } from '#app/ui/spinner.tsx';

/** The backdrop of a dialog whose scripts are loading. */
export function DialogBackdrop() {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-black/55">
      <Spinner />
    </div>
  );
}
