import { StepForward } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { findNextStep, rememberSteps, steps } from './first-step-list.ts';

const linkClass =
  'inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-medium hover:bg-white/10 focus-visible:outline-2 focus-visible:outline-white focus-visible:outline-offset-[-2px]';

/** Leads from the screen of one of the first steps to the next, without the way over the dashboard. */
export default function NextStep() {
  const found = findNextStep(useLocation().pathname);
  if (!found) return null;
  const { next, rest } = found;
  return (
    <nav
      aria-label="First steps"
      className="flex flex-wrap justify-between border-white/15 border-t px-1 lg:mb-2 lg:border-b lg:px-3"
    >
      <Link to="/admin" className={linkClass}>
        All steps
      </Link>
      {next && (
        <Link to={steps[next].to} onClick={() => rememberSteps(rest, next)} className={linkClass}>
          Next: {steps[next].title}
          <StepForward aria-hidden className="size-5 shrink-0" />
        </Link>
      )}
    </nav>
  );
}
