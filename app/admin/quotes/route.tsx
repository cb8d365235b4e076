import { lazyScreen } from '../lazy-screen.ts';
import { adminMeta } from '../robots.ts';

const load = () => import('./screen.tsx');

export const meta = () => adminMeta('Quote Requests');

export const handle = { load };

export default lazyScreen(load);
