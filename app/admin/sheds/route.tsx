import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Shed Listings');

export default function ShedsScreen() {
  return <PlainScreen title="Shed Listings" />;
}
