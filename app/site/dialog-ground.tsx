import { Spinner } from '#app/ui/spinner.tsx';

/**
 * Stands behind a dialog whose scripts are on their way, so that what was touched answers at once.
 * While the page itself wakes up, app.css draws the same.
 */
export function DialogGround() {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-black/55">
      <Spinner />
    </div>
  );
}
