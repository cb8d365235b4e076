import { describe, expect, it } from 'vitest';
import { describeRange, exportDescription } from './inbox-screen.tsx';
import { countEnquiries, deletionQuestion, explainDeletionError } from './inbox-selection.tsx';

const labels = {
  entity: 'contact message',
  entityPlural: 'contact messages',
  record: 'contact submission',
  records: 'contact submissions',
  short: 'the contacts',
};

it('formats a count of enquiries', () => {
  expect(countEnquiries(1, labels)).toBe('1 contact message');
  expect(countEnquiries(20_000, labels)).toBe('20,000 contact messages');
});

it('confirms one deletion with the question of the specification, several with its plural', () => {
  expect(deletionQuestion(1, labels)).toBe(
    'Are you sure you want to delete this contact submission? This action cannot be undone.',
  );
  expect(deletionQuestion(1250, labels)).toBe(
    'Are you sure you want to delete these 1,250 contact submissions? This action cannot be undone.',
  );
});

describe('explainDeletionError', () => {
  it('includes the server’s message and what is deleted nevertheless', () => {
    expect(explainDeletionError({ done: 100, chosen: 120, message: 'disk full' }, labels)).toBe(
      'Failed to delete 20 contact submissions: disk full\n100 of 120 were deleted, 20 were not.',
    );
    expect(explainDeletionError({ done: 1, chosen: 2, message: 'disk full' }, labels)).toBe(
      'Failed to delete 1 contact submission: disk full\n1 of 2 was deleted, 1 was not.',
    );
  });

  it('explains that there was no response', () => {
    expect(explainDeletionError({ done: 0, chosen: 3, message: undefined }, labels)).toBe(
      "An unexpected error occurred while deleting the contacts.\nThe server didn't respond. 3 contact submissions may already be deleted. It's safe to try again.",
    );
  });
});

it('describes what an export contains', () => {
  const all = { status: undefined, search: ' ' };
  expect(exportDescription(0, all, labels)).toBe('Nothing to export except the column headings');
  expect(exportDescription(1, all, labels)).toBe('1 contact message');
  expect(exportDescription(1203, { status: 'unread', search: 'ann' }, labels)).toBe(
    'All 1,203 unread contact messages that match your search',
  );
});

it('describes which rows are shown', () => {
  const rows = (count: number) => Array.from({ length: count });
  expect(describeRange({ page: 2, rows: rows(25) }, 20_000, labels)).toBe(
    '26 to 50 of 20,000 contact messages',
  );
  expect(describeRange({ page: 3, rows: rows(1) }, 51, labels)).toBe('51 of 51 contact messages');
});
