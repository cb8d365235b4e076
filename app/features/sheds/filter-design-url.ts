import { formatSearch } from '#app/lib/urls.ts';
import { type ShedFilter, sizeGroups } from './shed-filter.ts';

export function getFilterDesignUrl({ style, size, material, color }: ShedFilter): string {
  const [firstSize] = sizeGroups.find(({ name }) => name === size)?.sizes ?? [];
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ style, size: firstSize, material, color })) {
    if (value) params.set(name, value);
  }
  return `/design${formatSearch(params)}`;
}
