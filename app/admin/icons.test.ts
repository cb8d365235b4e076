import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The meaning of each icon that several files of the back office show. */
const meanings: Record<string, { meaning: string; files: string[] }> = {
  ArrowLeft: { meaning: 'back to the website', files: ['shell/card-screen', 'shell/sidebar'] },
  ChevronDown: {
    meaning: 'open what is folded',
    files: ['price-list/base-fields', 'quotes/line-fields'],
  },
  CircleCheck: {
    meaning: 'mark as responded or read',
    files: ['dashboard/panels', 'enquiries/selection-bar', 'enquiries/use-inbox-columns'],
  },
  Download: {
    meaning: 'download as a file',
    files: ['enquiries/inbox-screen', 'enquiries/selection-bar', 'privacy/person-search'],
  },
  ExternalLink: {
    meaning: 'open in a new tab',
    files: ['blog/screen', 'quote-requests/design-section', 'quote-requests/image-viewer'],
  },
  Eye: {
    meaning: 'view',
    files: ['blog/screen', 'enquiries/use-inbox-columns'],
  },
  FileDown: {
    meaning: 'save a file',
    files: ['dashboard/quick-actions', 'quote-requests/design-documents'],
  },
  FileText: { meaning: 'blog posts', files: ['blog/screen', 'shell/sidebar'] },
  FolderOpen: { meaning: 'past projects', files: ['dashboard/stat-cards', 'shell/sidebar'] },
  ImageOff: {
    meaning: 'an image that is not available',
    files: ['images/thumbnail', 'quote-requests/image-viewer', 'quote-requests/inspiration-images'],
  },
  Inbox: {
    meaning: 'contact messages',
    files: ['dashboard/quick-actions', 'dashboard/stat-cards', 'shell/sidebar'],
  },
  Mail: { meaning: 'write an e-mail', files: ['enquiries/detail', 'enquiries/use-inbox-columns'] },
  MessageSquareQuote: {
    meaning: 'quote requests',
    files: ['dashboard/quick-actions', 'dashboard/stat-cards', 'shell/sidebar'],
  },
  Pencil: { meaning: 'edit', files: ['blog/screen', 'records/record-card'] },
  Phone: { meaning: 'call', files: ['enquiries/detail', 'enquiries/use-inbox-columns'] },
  Plus: {
    meaning: 'add',
    files: [
      'dashboard/quick-actions',
      'home-content/video-section',
      'price-list/hint-fields',
      'price-list/surcharge-fields',
      'quotes/line-fields',
      'quotes/screen',
      'records/record-screen',
      'sheds/shed-dialog',
    ],
  },
  Reply: {
    meaning: 'reply via e-mail',
    files: ['dashboard/panels', 'enquiries/enquiry-detail', 'quote-requests/design-section'],
  },
  ShieldAlert: {
    meaning: 'spam',
    files: ['enquiries/enquiry-detail', 'enquiries/selection-bar', 'enquiries/use-inbox-columns'],
  },
  ShieldCheck: {
    meaning: 'not spam',
    files: ['enquiries/enquiry-detail', 'enquiries/selection-bar', 'enquiries/use-inbox-columns'],
  },
  Star: {
    meaning: 'reviews and their rating',
    files: ['dashboard/quick-actions', 'dashboard/stat-cards', 'reviews/stars', 'shell/sidebar'],
  },
  Trash2: {
    meaning: 'delete',
    files: [
      'blog/screen',
      'enquiries/enquiry-detail',
      'enquiries/selection-bar',
      'enquiries/use-inbox-columns',
      'privacy/person-search',
      'quotes/line-fields',
      'records/record-card',
    ],
  },
  Undo2: {
    meaning: 'take back a mark',
    files: ['enquiries/selection-bar', 'reviews/use-review-cards'],
  },
  X: {
    meaning: 'close or remove',
    files: [
      'enquiries/selection-bar',
      'images/image-item',
      'price-list/surcharge-fields',
      'sheds/shed-dialog',
      'shell/sidebar',
    ],
  },
};

test('an icon that several files of the back office show has one meaning in all of them', () => {
  const files: Record<string, string[]> = {};
  for (const path of globSync('app/admin/**/*.tsx').sort()) {
    const imports = readFileSync(path, 'utf8').matchAll(/import \{([^}]+)\} from 'lucide-react'/g);
    const names = [...imports].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    );
    for (const name of names.filter((one) => one && !one.startsWith('type '))) {
      files[name] = [...(files[name] ?? []), path.replace(/^app\/admin\/(.*)\.tsx$/, '$1')];
    }
  }
  const shared = Object.entries(files).filter(([, paths]) => paths.length > 1);
  expect(Object.fromEntries(shared)).toEqual(
    Object.fromEntries(Object.entries(meanings).map(([name, { files }]) => [name, files])),
  );
  expect(new Set(Object.values(meanings).map(({ meaning }) => meaning)).size).toBe(
    Object.keys(meanings).length,
  );
});
