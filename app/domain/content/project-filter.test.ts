import { expect, test } from 'vitest';
import { filterProjects } from './project-filter.ts';

const projects = [
  { project_type: 'Garage Addition' },
  { project_type: 'Home Addition' },
  { project_type: 'Custom Shed' },
  { project_type: 'Roofing' },
];

test('filterProjects matches a part of project_type', () => {
  expect(filterProjects(projects, 'garage')).toEqual([{ project_type: 'Garage Addition' }]);
  expect(filterProjects(projects, 'home-addition')).toEqual([{ project_type: 'Home Addition' }]);
  expect(filterProjects(projects, 'exterior-renovation')).toEqual([]);
});

test('filterProjects returns all without a known category', () => {
  expect(filterProjects(projects, null)).toBe(projects);
  expect(filterProjects(projects, 'castles')).toBe(projects);
});
