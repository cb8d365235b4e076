import type { IndexRouteObject, RouteObject, ServerBuild } from 'react-router';

export function createRouteTree(routes: ServerBuild['routes']): RouteObject[] {
  const children = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route?.parentId === parentId)
      .flatMap((route): RouteObject[] => {
        if (!route) return [];
        const { id, path, index } = route;
        if (index) return [{ id, path, index } as IndexRouteObject];
        return [{ id, path, children: children(id) } as RouteObject];
      });
  return children(undefined);
}
