import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Business Settings');

export default function SettingsScreen() {
  return <PlainScreen title="Business Settings" />;
}
