/** The home page's filters: the search parameter, and the label, which project_type must contain. */
export const projectFilters = [
  { slug: 'garage', label: 'Garage' },
  { slug: 'home-addition', label: 'Home Addition' },
  { slug: 'exterior-renovation', label: 'Exterior Renovation' },
  { slug: 'custom-shed', label: 'Custom Shed' },
] as const;

/** Projects whose project_type contains the category; all for an unknown slug. */
export function filterProjects<Project extends { project_type: string }>(
  projects: Project[],
  slug: string | null,
): Project[] {
  const category = projectFilters.find((filter) => filter.slug === slug)?.label.toLowerCase();
  if (!category) return projects;
  return projects.filter((project) => project.project_type.toLowerCase().includes(category));
}
