type LogoProps = { name: string };

/** The mark, a gable's frame, with the business's name. */
export function Logo({ name }: LogoProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <svg
        viewBox="0 0 44 40"
        aria-hidden="true"
        className="h-10 w-11 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      >
        <path d="M2 20 22 4 42 20M8 15.5V38H36V15.5M15 10V38M22 4V38M29 10V38" />
        <path d="M8 24H36" className="text-barn" strokeWidth="3.5" />
      </svg>
      <span className="line-clamp-2 min-w-0 break-words font-bold font-display text-lg leading-[1.05] tracking-tight sm:text-xl">
        {name}
      </span>
    </span>
  );
}
