import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { FormSection, type FormSectionProps } from '../screen-parts.tsx';

/** Scrolls to the element of a hash, which appears after its data, too late for the browser, and gives it the focus. */
export function useAnchor(anchor: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is followed again
  useEffect(() => {
    if (hash !== `#${anchor}`) return;
    const element = document.getElementById(anchor);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView();
  }, [hash, anchor, key]);
}

/**
 * A section that links lead to.
 *
 * @param props.anchor the hash of the links
 */
export function AnchoredSection(props: FormSectionProps & { anchor: string }) {
  useAnchor(props.anchor);
  return <FormSection {...props} />;
}
