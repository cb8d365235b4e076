import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Past Projects');

export default function ProjectsScreen() {
  return <PlainScreen title="Past Projects" />;
}
