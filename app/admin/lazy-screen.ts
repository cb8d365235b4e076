import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Unlike `lazy`, renders a loaded component at once: React shows a suspended one after 0.3 s at the earliest. */
export function lazyComponent<Props extends object>(load: Load<Props>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(preload);
  function LazyComponent(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(LazyComponent, { preload });
}

const preloadDelayMs = 1000;

export function usePreload({ preload }: { preload: () => Promise<unknown> }, when = true): void {
  useEffect(() => {
    if (!when) return;
    const timer = setTimeout(() => preload().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [preload, when]);
}
