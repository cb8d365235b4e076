import { type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scrollDelayMs } from '#app/domain/limits.ts';
import { renderOffScreen } from './content-visibility.ts';

const flag = 'scrollToContact';

/**
 * What a link to the contact section does on a click: scrolls there on the home page; from
 * elsewhere it goes home and leaves a flag, so that the home page scrolls once it is there.
 */
export function useContactLink(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (pathname === '/') {
      scrollToContact();
      return;
    }
    sessionStorage.setItem(flag, 'true');
    navigate('/');
  };
}

/** On the home page: scrolls to the contact section where the flag asks for it. */
export function useScrollToContact() {
  useEffect(() => {
    if (!sessionStorage.getItem(flag)) return;
    const timer = setTimeout(() => {
      scrollToContact();
      sessionStorage.removeItem(flag);
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, []);
}

/** How the page may move: smoothly, unless the visitor asked for less motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

function scrollToContact() {
  renderOffScreen();
  const section = document.getElementById('contact');
  section?.scrollIntoView({ behavior: scrollBehavior() });
  section?.focus({ preventScroll: true });
}
