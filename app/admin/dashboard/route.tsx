import { PlainScreen } from '../plain-screen.tsx';
import { adminMeta } from '../robots.ts';

export const meta = () => adminMeta('Dashboard');

export default function DashboardScreen() {
  return <PlainScreen title="Dashboard" intro="Welcome to your admin dashboard" />;
}
