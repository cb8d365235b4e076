/** The home page's filters: the search parameter, and the label, which project_type must contain. */
export const projectFilters = [
  { slug: 'garage', label: 'Garage' },
  { slug: 'home-addition', label: 'Home Addition' },
  { slug: 'exterior-renovation', label: 'Exterior Renovation' },
  { slug: 'custom-shed', label: 'Custom Shed' },
] as const;

/**
 * The projects whose project_type contains the chosen category; all of them if none is chosen.
 * @param slug a filter's slug; an unknown one chooses nothing
 */
export function filterProjects<Project extends { project_type: string }>(
  projects: Project[],
  slug: string | null,
): Project[] {
  const category = projectFilters.find((filter) => filter.slug === slug)?.label.toLowerCase();
  if (!category) return projects;
  return projects.filter((project) => project.project_type.toLowerCase().includes(category));
}
