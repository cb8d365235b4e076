/** The home page's filters: the search parameter, and the label, which project_type must contain. */
export const projectFilters = [
  { slug: 'garage', label: 'Garage' },
  { slug: 'home-addition', label: 'Home Addition' },
  { slug: 'exterior-renovation', label: 'Exterior Renovation' },
  { slug: 'custom-shed', label: 'Custom Shed' },
] as const;

/** Further categories that the home page's services link to. */
const serviceFilters = [
  { slug: 'roofing', label: 'Roofing' },
  { slug: 'siding', label: 'Siding' },
] as const;

export type ProjectFilter = (typeof projectFilters | typeof serviceFilters)[number];

/** Finds a filter, among those of services too; undefined for an unknown slug. */
export function findProjectFilter(slug: string | null): ProjectFilter | undefined {
  return [...projectFilters, ...serviceFilters].find((filter) => filter.slug === slug);
}

/** The filters to show: the usual ones, and the chosen one if it is another. */
export function listProjectFilters(chosen: string | null): ProjectFilter[] {
  const filter = findProjectFilter(chosen);
  return [...new Set([...projectFilters, ...(filter ? [filter] : [])])];
}

/** Projects whose project_type contains the category; all for an unknown slug. */
export function filterProjects<Project extends { project_type: string }>(
  projects: Project[],
  slug: string | null,
): Project[] {
  const category = findProjectFilter(slug)?.label.toLowerCase();
  if (!category) return projects;
  return projects.filter((project) => project.project_type.toLowerCase().includes(category));
}
