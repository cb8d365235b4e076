import type { ComponentProps } from 'react';

const base =
  'inline-flex min-h-12 max-w-full items-center justify-center gap-2.5 rounded-md border px-5 py-2.5 text-center font-semibold leading-tight wrap-anywhere transition-[color,background-color,border-color,outline-color] motion-reduce:transition-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const variants = {
  primary: 'border-transparent bg-brand text-white hover:bg-brand-deep disabled:bg-line-firm',
  secondary:
    'border-ink bg-transparent text-ink hover:bg-ink hover:text-white disabled:border-line-firm disabled:text-line-firm',
  'on-dark': 'border-white/70 bg-transparent text-white hover:bg-white hover:text-ink',
} as const;

type ButtonVariant = keyof typeof variants;

export function buttonClass(variant: ButtonVariant = 'primary', extra = ''): string {
  return `${base} ${variants[variant]} ${extra}`;
}

export function Button({
  variant = 'primary',
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClass(variant, className)} {...props} />;
}
