import { type FormEvent, type ReactNode, useId } from 'react';
import { buttonClass } from '#app/ui/button.tsx';
import type { DeliveryCheck } from './delivery-check.ts';
import { MAX_PLACE_LENGTH, PLACE_PARAM } from './place-param.ts';

type DeliveryCheckFormProps = {
  check: DeliveryCheck;
  /** The page that answers. */
  action: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  className?: string;
  /** Hidden fields. */
  children?: ReactNode;
};

/** A field for the visitor's town or postal code, and what delivery there costs. */
export function DeliveryCheckForm(props: DeliveryCheckFormProps) {
  const { check, action, onSubmit, className = '', children } = props;
  const id = useId();
  return (
    <form
      id="delivery-check"
      method="get"
      action={action}
      onSubmit={onSubmit}
      className={`scroll-mt-24 print:hidden ${className}`}
    >
      {children}
      <label htmlFor={id} className="mb-1 block font-semibold text-[0.9375rem]">
        Do we deliver to you? Enter your town or postal code
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="text"
          name={PLACE_PARAM}
          required
          maxLength={MAX_PLACE_LENGTH}
          defaultValue={check.place}
          autoComplete="postal-code"
          className="block min-h-11 min-w-0 max-w-xs flex-1 basis-40 rounded-md border border-line-firm bg-sheet px-3 py-1.5 leading-tight"
        />
        <button type="submit" className={buttonClass('secondary', 'px-4')}>
          Check
        </button>
      </div>
      <p role="status" className="mt-2 wrap-anywhere">
        {check.answer}
      </p>
    </form>
  );
}
