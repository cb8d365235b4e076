import { type ComponentProps, useState } from 'react';
import type { AlertDialog } from './dialog.tsx';

/** What an alert says; a title only where the message needs one. */
export type Alert = { title?: string; message: string };

/**
 * Alerts one after the other, each until it is acknowledged.
 * @returns `tell`, and the properties of the AlertDialog that shows the oldest of them. What waits
 *   already is not told twice.
 */
export function useAlert(): {
  tell: (alert: string | Alert) => void;
  dialog: Pick<ComponentProps<typeof AlertDialog>, 'open' | 'onClose' | 'title' | 'children'>;
} {
  const [waiting, setWaiting] = useState<Alert[]>([]);
  const [alert] = waiting;

  return {
    tell(told) {
      const news = typeof told === 'string' ? { message: told } : told;
      setWaiting((all) => (all.some((other) => same(other, news)) ? all : [...all, news]));
    },
    dialog: {
      open: alert !== undefined,
      onClose: () => setWaiting((all) => all.slice(1)),
      title: alert?.title,
      children: alert?.message,
    },
  };
}

function same(one: Alert, other: Alert): boolean {
  return one.title === other.title && one.message === other.message;
}
