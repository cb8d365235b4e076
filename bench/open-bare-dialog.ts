import { Dialog } from '@base-ui/react/dialog';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

// In the browser: the links to the quote form open Base UI's dialog with a title and a button, without the page's own React.

function BareDialog() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = (event: Event) => {
      event.preventDefault();
      setOpen(true);
    };
    for (const link of document.querySelectorAll('a[href="/quote-request"]'))
      link.addEventListener('click', show);
  }, []);
  const popup = createElement(
    Dialog.Popup,
    { style: { position: 'fixed', inset: 0, background: 'white' } },
    createElement(Dialog.Title, null, 'Request a Quote'),
    createElement(Dialog.Close, null, 'Close'),
  );
  return createElement(
    Dialog.Root,
    { open, onOpenChange: setOpen },
    createElement(Dialog.Portal, null, createElement(Dialog.Backdrop), popup),
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  createElement(BareDialog),
);
