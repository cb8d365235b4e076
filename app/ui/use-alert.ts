import { type ComponentProps, useState } from 'react';
import type { AlertDialog } from './dialog.tsx';

export type Alert = { title?: string; message: string };

export function useAlert(): {
  show: (alert: string | Alert) => void;
  dialog: Pick<ComponentProps<typeof AlertDialog>, 'open' | 'onClose' | 'title' | 'children'>;
} {
  const [waiting, setWaiting] = useState<Alert[]>([]);
  const [alert] = waiting;

  return {
    show(alert) {
      const news = typeof alert === 'string' ? { message: alert } : alert;
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
