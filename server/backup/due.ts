/** A time of the day on this machine's clock. */
export type TimeOfDay = { hour: number; minute: number };

/** The latest moment at which a daily run was due, at or before `now`. */
export function lastDue({ hour, minute }: TimeOfDay, now: Date): Date {
  const due = new Date(now);
  due.setHours(hour, minute, 0, 0);
  if (due > now) {
    due.setDate(due.getDate() - 1);
    due.setHours(hour, minute, 0, 0);
  }
  return due;
}
