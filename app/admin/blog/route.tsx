import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Blog Posts');

export default function BlogScreen() {
  return <PlainScreen title="Blog Posts" />;
}
