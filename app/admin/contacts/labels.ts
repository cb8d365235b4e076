import type { ContactStatus } from '#app/data/contact-submissions.ts';
import type { InboxLabels } from '../enquiries/inbox-labels.ts';

export const contactLabels: InboxLabels<ContactStatus> = {
  title: 'Contact Messages',
  entity: 'contact message',
  entityPlural: 'contact messages',
  record: 'contact submission',
  records: 'contact submissions',
  short: 'the contacts',
  tabs: [
    {
      label: 'All',
      status: undefined,
      empty: 'No messages yet. They appear here as soon as a visitor sends one.',
    },
    { label: 'Unread', status: 'unread', empty: 'You have read every message.' },
    { label: 'Read', status: 'read', empty: 'No message has been read yet.' },
    { label: 'Spam', status: 'spam', empty: 'No message looks like spam.' },
  ],
  marks: [
    { status: 'read', label: 'Mark read', done: 'read' },
    { status: 'unread', label: 'Mark unread', done: 'unread' },
  ],
  sorts: [
    { key: 'date', label: 'Date', ascending: 'oldest first', descending: 'newest first' },
    { key: 'contact', label: 'Contact', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'subject', label: 'Subject', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'message', label: 'Message Preview', ascending: 'A to Z', descending: 'Z to A' },
    { key: 'status', label: 'Status', ascending: 'read first', descending: 'unread first' },
  ],
};
