import { lazyScreen, screenLoader } from '../lazy-screen.ts';
import { adminMeta } from '../robots.ts';

const load = () => import('./screen.tsx');

export const meta = () => adminMeta('Recently deleted');

export const handle = { load };

export const loader = () => null;

export const clientLoader = screenLoader(load);

export default lazyScreen(load);
