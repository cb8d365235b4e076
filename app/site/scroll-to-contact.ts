import { type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabItems } from '#app/lib/browser-storage.ts';
import { scrollDelayMs } from '#app/lib/limits.ts';

const flag = 'scrollToContact';

/** Scrolls to the contact section; on other pages it opens the home page with a flag to scroll. */
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
    tabItems.setItem(flag, 'true');
    navigate('/');
  };
}

export function useScrollToContact() {
  useEffect(() => {
    if (!tabItems.getItem(flag)) return;
    const timer = setTimeout(() => {
      scrollToContact();
      tabItems.removeItem(flag);
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, []);
}

export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

function scrollToContact() {
  const section = document.getElementById('contact');
  section?.scrollIntoView({ behavior: scrollBehavior() });
  section?.focus({ preventScroll: true });
}
