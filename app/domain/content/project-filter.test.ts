import { expect, test } from 'vitest';
import { filterProjects } from './project-filter.ts';

const projects = [
  { project_type: 'Garage Addition' },
  { project_type: 'Home Addition' },
  { project_type: 'Custom Shed' },
  { project_type: 'Roofing' },
];

test('a category matches where project_type contains it', () => {
  expect(filterProjects(projects, 'garage')).toEqual([{ project_type: 'Garage Addition' }]);
  expect(filterProjects(projects, 'home-addition')).toEqual([{ project_type: 'Home Addition' }]);
  expect(filterProjects(projects, 'exterior-renovation')).toEqual([]);
});

test('no category and an unknown one show all', () => {
  expect(filterProjects(projects, null)).toBe(projects);
  expect(filterProjects(projects, 'castles')).toBe(projects);
});
