/**
 * Whether a stored form has this value of a checkbox or radio button. `URLSearchParams.has` ignores its
 * second argument in older browsers and would choose every option of the name.
 */
export function isChosen(fields: URLSearchParams, box: { name: string; value: string }): boolean {
  return fields.getAll(box.name).includes(box.value);
}
