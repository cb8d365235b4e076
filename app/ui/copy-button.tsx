import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text, and says whether that worked: a page without HTTPS may not write to the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const [message, setMessage] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setMessage('Copied.');
    } catch {
      setMessage("Couldn't copy. Select the text and copy it.");
    }
  }
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        <Copy aria-hidden className="size-5" />
        Copy
      </Button>
      <span role="status" className="self-center text-ink-soft text-sm empty:hidden">
        {message}
      </span>
    </>
  );
}
