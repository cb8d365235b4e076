import { data } from 'react-router';

/** No screen has this address. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
