import { type ComponentProps, useState } from 'react';
import { OfflineNotice } from './form-messages.tsx';
import { useIsOnline } from './page-parts.tsx';

/**
 * A posted form that stays as it is while the browser is offline: its page is the answer to a post or never
 * cached, so that Back would not bring it back. `onSubmit` is called while it is online.
 */
export function PostedForm({
  children,
  onSubmit,
  ...props
}: Omit<ComponentProps<'form'>, 'method'>) {
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(false);
  return (
    <form
      {...props}
      method="post"
      onSubmit={(event) => {
        if (navigator.onLine) return onSubmit?.(event);
        event.preventDefault();
        setWasOffline(true);
      }}
    >
      {children}
      {wasOffline && !isOnline && <OfflineNotice />}
    </form>
  );
}
