import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { FormSection, type FormSectionProps } from '../screen-parts.tsx';

/**
 * A section that links lead to. Sections appear after their data, too late for the browser to scroll to them.
 *
 * @param props.anchor the hash of the links
 */
export function AnchoredSection({ anchor, ...section }: FormSectionProps & { anchor: string }) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is followed again
  useEffect(() => {
    if (hash === `#${anchor}`) document.getElementById(anchor)?.scrollIntoView();
  }, [hash, anchor, key]);
  return (
    <div id={anchor} className="scroll-mt-32 lg:scroll-mt-6">
      <FormSection {...section} />
    </div>
  );
}
