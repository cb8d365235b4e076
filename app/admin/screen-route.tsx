import type { ComponentType } from 'react';
import { type MetaArgs, useLocation } from 'react-router';
import { adminMeta } from './robots.ts';
import { findScreen, lazyScreen, loadNextScreen } from './screens.ts';

const components = new Map<unknown, ComponentType>();

function findComponent(pathname: string): ComponentType | undefined {
  const screen = findScreen(pathname);
  if (!screen) return undefined;
  const known = components.get(screen.load);
  if (known) return known;
  const component = lazyScreen(screen.load);
  components.set(screen.load, component);
  return component;
}

// Loads with the page if someone is signed in.
if (typeof document !== 'undefined') findComponent(location.pathname);

export const meta = ({ location }: MetaArgs) => adminMeta(findScreen(location.pathname)?.title);

export const loader = () => null;

export const clientLoader = loadNextScreen;

/** The route of every screen. Each screen is a script of its own. */
export default function ScreenRoute() {
  const Screen = findComponent(useLocation().pathname);
  return Screen ? <Screen /> : null;
}
