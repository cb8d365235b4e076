import { Component, type ReactNode, useContext } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

/** The element that React hydrates. What extensions add to the head or the body is outside. */
export const containerId = 'page';

export const getContainer = () => document.getElementById(containerId);
export const isBackOffice = () => location.pathname.startsWith('/admin');
const getPageUrl = () => location.pathname + location.search;

let servedNodes: ChildNode[] = [];
let onPutBack = () => {};
let wasPutBack = false;

/**
 * Remembers the page as the server rendered it.
 * @param restoreInput called once the page is back after a failed hydration
 */
export function rememberServedPage(
  container: Element,
  restoreInput: (isByReact: boolean) => Promise<void>,
): void {
  servedNodes = [...container.childNodes];
  onPutBack = () => void restoreInput(false);
}

/**
 * Shows these nodes again, without React: links and forms do what they do without scripts. The nodes
 * move to a new container, since React listens to events of its own.
 */
function putBack(nodes: ChildNode[]): void {
  const container = getContainer();
  if (!container) return;
  const plain = container.cloneNode(false) as Element;
  plain.append(...nodes);
  container.replaceWith(plain);
  wasPutBack = true;
  document.documentElement.classList.remove('scripting');
  onPutBack();
  // Nothing follows the entries that the router has added to the history.
  addEventListener('popstate', () => location.reload());
}

type State = { hasFailed: boolean };

/**
 * Keeps a public page when React fails: on hydration as the server rendered it, afterwards as it was
 * before the change that failed. If the URL is of another page already, that is loaded from the server.
 */
export class KeepPage extends Component<{ children: ReactNode }, State, ChildNode[] | null> {
  override state: State = { hasFailed: false };
  private shownUrl: string | undefined;

  static getDerivedStateFromError(error: unknown): State {
    // Without scripts a screen of the back office is empty: the root's error boundary shows its page.
    if (isBackOffice()) throw error;
    return { hasFailed: true };
  }

  /** The server logs it (`server/browser-errors.ts`). */
  override componentDidCatch(error: unknown): void {
    const { stack } = Object(error) as { stack?: string };
    navigator.sendBeacon?.(
      '/browser-errors',
      JSON.stringify({ message: String(error), stack, path: location.pathname }),
    );
  }

  override componentDidMount(): void {
    if (this.state.hasFailed) {
      putBack(servedNodes);
      return;
    }
    this.shownUrl = getPageUrl();
    // The error of another script may have removed it, and pages of the dev server come without it.
    if (!wasPutBack) document.documentElement.classList.add('scripting');
  }

  override getSnapshotBeforeUpdate(): ChildNode[] | null {
    return this.state.hasFailed ? [...(getContainer()?.childNodes ?? [])] : null;
  }

  override componentDidUpdate(_props: unknown, before: State, nodes: ChildNode[] | null): void {
    if (!this.state.hasFailed) this.shownUrl = getPageUrl();
    else if (before.hasFailed) return;
    else if (this.shownUrl === getPageUrl()) putBack(nodes ?? servedNodes);
    else location.reload();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/**
 * Error boundaries of routes show what loaders threw. A render error of a public page goes on to KeepPage.
 * @throws the error, if no loader threw it
 */
export function useRouteFailure(error: unknown): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (import.meta.env.SSR || isBackOffice()) return;
  if (!Object.values(router?.state.errors ?? {}).includes(error)) throw error;
}
