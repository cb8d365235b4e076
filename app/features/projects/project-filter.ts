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

/** A category that the site always has. */
type FixedFilter = (typeof projectFilters | typeof serviceFilters)[number];
export type FixedFilterSlug = FixedFilter['slug'];

export type ProjectFilter = { slug: string; label: string };

/**
 * Finds a filter, among those of services too; undefined for an unknown slug.
 * @param own the owner's project types; each is its own slug
 */
export function findProjectFilter(
  slug: string | null,
  own: readonly string[],
): ProjectFilter | undefined {
  const fixed: ProjectFilter[] = [...projectFilters, ...serviceFilters];
  const filters = fixed.concat(own.map((type) => ({ slug: type, label: type })));
  return filters.find((filter) => filter.slug === slug);
}

/** The filters to show: the usual ones, the owner's project types that a project has, and the chosen one. */
export function listProjectFilters(
  chosen: string | null,
  own: readonly string[],
  projects: { project_type: string }[],
): ProjectFilter[] {
  const filter = findProjectFilter(chosen, own);
  const labels: string[] = projectFilters.map(({ label }) => label.toLowerCase());
  const shown = [
    ...projectFilters.map(({ slug }) => slug),
    ...own.filter(
      (type) =>
        !labels.includes(type.toLowerCase()) && filterProjects(projects, type, own).length > 0,
    ),
    ...(filter ? [filter.slug] : []),
  ];
  return [...new Set(shown)].flatMap((slug) => findProjectFilter(slug, own) ?? []);
}

/** Projects whose project_type contains the category; all for an unknown slug. */
export function filterProjects<Project extends { project_type: string }>(
  projects: Project[],
  slug: string | null,
  own: readonly string[],
): Project[] {
  const category = findProjectFilter(slug, own)?.label.toLowerCase();
  if (!category) return projects;
  return projects.filter((project) => project.project_type.toLowerCase().includes(category));
}
