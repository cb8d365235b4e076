import { Star } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';

const ratings = [1, 2, 3, 4, 5];

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} out of 5 stars`} className="inline-flex gap-0.5">
      {ratings.map((value) => (
        <Star
          key={value}
          aria-hidden
          className={`size-5 ${value <= rating ? 'fill-brand text-brand' : 'text-line-firm'}`}
        />
      ))}
    </span>
  );
}

type StarFieldProps = {
  /** The chosen rating as the form has it; empty if none is. */
  rating: number | string | null | undefined;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export function StarField({ rating, error, registration }: StarFieldProps) {
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error && 'rating-error'}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 font-semibold text-[0.9375rem] leading-snug">Rating</legend>
      <div className="-ml-2 flex">
        {ratings.map((value) => (
          <label
            key={value}
            className="group relative grid size-12 cursor-pointer place-items-center"
          >
            <input
              type="radio"
              value={value}
              aria-label={`${value} ${value === 1 ? 'star' : 'stars'}`}
              className="peer absolute inset-0 cursor-pointer opacity-0"
              {...registration}
            />
            <Star
              aria-hidden
              strokeWidth={1.5}
              className={`size-8 outline-offset-5 outline-ink group-hover:text-brand peer-focus-visible:outline-3 ${value <= Number(rating) ? 'fill-brand text-brand' : 'text-line-firm'}`}
            />
          </label>
        ))}
      </div>
      {error && (
        <p id="rating-error" className="mt-1.5 font-medium text-barn text-sm leading-snug">
          {error}
        </p>
      )}
    </fieldset>
  );
}
