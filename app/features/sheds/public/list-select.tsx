import { useId } from 'react';
import { useNavigate } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { formatShedFilter, parseShedFilter, type ShedFilter } from '../shed-filter.ts';

type ListSelectProps = {
  filter: ShedFilter;
  pathname: string;
  field: 'price' | 'sort';
  label: string;
  options: { value: string; label: string }[];
  button: string;
  isSheet?: boolean | undefined;
  className: string;
  labelClassName: string;
};

export function ListSelect({
  filter,
  pathname,
  field,
  label,
  options,
  button,
  isSheet = false,
  className,
  labelClassName,
}: ListSelectProps) {
  const id = useId();
  const navigate = useNavigate();
  const query = new URLSearchParams(formatShedFilter(filter));
  const value = query.get(field) ?? '';

  function apply(chosen: string) {
    query.set(field, chosen);
    navigate(`${pathname}${formatShedFilter(parseShedFilter(query))}`, {
      preventScrollReset: true,
      replace: isSheet,
    });
  }

  return (
    <form method="get" action={pathname} autoComplete="off" className={className}>
      {[...query].map(
        ([name, other]) =>
          name !== field && <input key={name} type="hidden" name={name} value={other} />,
      )}
      <label htmlFor={id} className={labelClassName}>
        {label}
      </label>
      <select
        id={id}
        name={field}
        value={value}
        onChange={({ target }) => apply(target.value)}
        className="select-arrow min-h-12 w-full min-w-0 grow basis-36 rounded-md border border-line-firm bg-sheet py-2 pl-3.5 leading-tight"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('secondary', 'mt-3 w-full scripting:hidden')}>
        {button}
      </button>
    </form>
  );
}
