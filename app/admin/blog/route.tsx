import { lazy } from 'react';
import { adminMeta } from '../robots.ts';

const load = () => import('./screen.tsx');

export const meta = () => adminMeta('Blog Posts');

export const handle = { load };

export default lazy(load);
