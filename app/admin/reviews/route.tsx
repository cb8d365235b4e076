import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Customer Reviews');

export default function ReviewsScreen() {
  return <PlainScreen title="Customer Reviews" />;
}
