import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The meaning of each icon that several files of the back office show. */
const meanings: Record<string, string> = {
  ArrowDown: 'move down',
  ArrowLeft: 'back to the website',
  ArrowUp: 'move up',
  ChevronDown: 'open what is folded',
  CircleCheck: 'mark as responded or read',
  CircleDollarSign: 'change prices',
  Download: 'download as a file',
  ExternalLink: 'open in a new tab',
  Eye: 'view',
  FileDown: 'save a file',
  FileText: 'blog posts',
  FolderOpen: 'past projects',
  ImageOff: 'an image that is not available',
  Inbox: 'contact messages',
  Link: 'a link',
  Mail: 'write an email',
  MessageSquareQuote: 'quote requests',
  OctagonAlert: 'a warning on the dashboard',
  Pencil: 'edit',
  Phone: 'call',
  Pin: 'feature',
  PinOff: 'unfeature',
  Plus: 'add',
  Reply: 'reply via email',
  ShieldAlert: 'spam',
  ShieldCheck: 'not spam',
  Star: 'reviews and their rating',
  Trash2: 'delete',
  Undo2: 'take back a mark',
  Video: 'videos',
  X: 'close or remove',
};

test('an icon that several files of the back office show has one meaning in all of them', () => {
  const counts: Record<string, number> = {};
  for (const path of globSync('app/{admin,features/*/admin}/**/*.tsx')) {
    const imports = readFileSync(path, 'utf8').matchAll(/import \{([^}]+)\} from 'lucide-react'/g);
    const names = [...imports].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    );
    for (const name of names.filter((one) => one && !one.startsWith('type '))) {
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  const shared = Object.keys(counts).filter((name) => (counts[name] ?? 0) > 1);
  expect(shared.sort()).toEqual(Object.keys(meanings).sort());
  expect(new Set(Object.values(meanings)).size).toBe(shared.length);
});
