import { useEffect, useId, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';

type PhoneCodeProps = {
  /** The design's page, absolute. */
  url: string;
  title: string;
  onClose: () => void;
};

/** A modal dialog with the address of a design for the camera of a phone. */
export function PhoneCode({ url, title, onClose }: PhoneCodeProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="raised-high m-auto max-h-[calc(100dvh-1.5rem)] w-full max-w-sm rounded-md bg-sheet p-6 text-ink backdrop:bg-black/55"
    >
      <h2 id={id} className="font-semibold text-xl">
        Show me on my phone
      </h2>
      <p className="mt-2 mb-4">Point your phone's camera at the code to open your {title} there.</p>
      <div className="flex justify-center">
        <QrCode text={url} label={`The link to your ${title}, as a QR code`} />
      </div>
      <Button variant="secondary" onClick={() => dialog.current?.close()} className="mt-5 w-full">
        Close
      </Button>
    </dialog>
  );
}
