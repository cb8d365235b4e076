import { expect, test } from 'vitest';
import { filterProjects, listProjectFilters, projectFilters } from './project-filter.ts';

const projects = [
  { project_type: 'Garage Addition' },
  { project_type: 'Home Addition' },
  { project_type: 'Custom Shed' },
  { project_type: 'Roofing' },
];

test('filterProjects matches a part of project_type', () => {
  expect(filterProjects(projects, 'garage', [])).toEqual([{ project_type: 'Garage Addition' }]);
  expect(filterProjects(projects, 'home-addition', [])).toEqual([
    { project_type: 'Home Addition' },
  ]);
  expect(filterProjects(projects, 'exterior-renovation', [])).toEqual([]);
  expect(filterProjects(projects, 'roofing', [])).toEqual([{ project_type: 'Roofing' }]);
});

test('the filters have the slugs and labels of the specification', () => {
  expect(projectFilters).toEqual([
    { slug: 'garage', label: 'Garage' },
    { slug: 'home-addition', label: 'Home Addition' },
    { slug: 'exterior-renovation', label: 'Exterior Renovation' },
    { slug: 'custom-shed', label: 'Custom Shed' },
  ]);
  expect(listProjectFilters('roofing', [], projects).at(-1)).toEqual({
    slug: 'roofing',
    label: 'Roofing',
  });
  expect(filterProjects(projects, 'custom-shed', [])).toEqual([{ project_type: 'Custom Shed' }]);
});

test('filterProjects returns all without a known category', () => {
  expect(filterProjects(projects, null, [])).toBe(projects);
  expect(filterProjects(projects, 'castles', [])).toBe(projects);
});

test('listProjectFilters adds a chosen category that has no filter of its own', () => {
  expect(listProjectFilters(null, [], projects)).toEqual(projectFilters);
  expect(listProjectFilters('garage', [], projects)).toEqual(projectFilters);
  expect(listProjectFilters('siding', [], projects).map(({ label }) => label)).toEqual([
    ...projectFilters.map(({ label }) => label),
    'Siding',
  ]);
});

test("listProjectFilters adds the owner's project types that a project has, and one that is chosen", () => {
  const own = ['Decks', 'Fences'];
  const decks = { project_type: 'Decks' };
  const labels = (chosen: string | null) =>
    listProjectFilters(chosen, own, [...projects, decks])
      .slice(projectFilters.length)
      .map(({ label }) => label);
  expect(labels(null)).toEqual(['Decks']);
  expect(labels('Fences')).toEqual(['Decks', 'Fences']);
  expect(filterProjects([...projects, decks], 'Decks', own)).toEqual([decks]);
});
