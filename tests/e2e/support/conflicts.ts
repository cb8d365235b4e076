import type { Page } from '@playwright/test';

/** The dialog that compares two versions of a record. */
export const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Changed while you were editing' });
/** Both versions of one field in it. */
export const conflictField = (page: Page, label: string) =>
  conflict(page).getByRole('group', { name: label, exact: true });
