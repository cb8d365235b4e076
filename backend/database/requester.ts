import { AsyncLocalStorage } from 'node:async_hooks';

/** The requester of the running code. Jobs, health checks and startup have none. */
type Requester = {
  /** A network, an IPv6 /48, or '' for the pages and images that all visitors share. */
  customer: string;
  /** False once the request has proved to be from staff. */
  isVisitor: boolean;
};

const requesters = new AsyncLocalStorage<Requester>();

/** Runs work for a customer, whose statements are a visitor's until `markRequester` says otherwise. */
export function runForCustomer<Result>(customer: string, work: () => Result): Result {
  return requesters.run({ customer, isVisitor: true }, work);
}

/** Records whether the running request comes from a visitor. */
export function markRequester(isVisitor: boolean): void {
  const requester = requesters.getStore();
  if (requester) requester.isVisitor = isVisitor;
}

/** Returns the customer that a statement counts for now; undefined for staff and the process itself. */
export function getVisitor(): string | undefined {
  const requester = requesters.getStore();
  return requester?.isVisitor ? requester.customer : undefined;
}
