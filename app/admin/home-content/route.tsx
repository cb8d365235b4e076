import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Home Content');

export default function HomeContentScreen() {
  return <PlainScreen title="Home Content" />;
}
