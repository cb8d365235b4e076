import { expect, it } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import {
  emptyProject,
  projectForm,
  sortProjects,
  toProjectColumns,
  toProjectForm,
} from './past-projects.ts';

it('sortProjects puts featured ones first, each group without a place first and then by place', () => {
  const names = (list: [name: string, is_featured: boolean, order_index: number | null][]) =>
    sortProjects(
      list.map(([name, is_featured, order_index]) => ({ name, is_featured, order_index })),
    )
      .map(({ name }) => name)
      .join('');
  expect(names([...'abc'].map((name) => [name, false, null]))).toBe('abc');
  expect(
    names([
      ['a', false, 4],
      ['b', true, 3],
      ['c', false, null],
      ['d', true, 1],
      ['e', false, 2],
      ['f', false, null],
    ]),
  ).toBe('dbcfea');
});

it('projectForm requires a title and a type only', () => {
  const refused = projectForm.safeParse(emptyProject);
  expect(refused.error && fieldErrors(refused.error)).toEqual({
    title: 'Title is required',
    project_type: 'Project type is required',
  });
  expect(projectForm.safeParse({ title: ' A ', project_type: 'Siding' }).data).toEqual({
    ...emptyProject,
    title: 'A',
    project_type: 'Siding',
  });
});

it('projectForm rejects an invalid date', () => {
  const form = { ...emptyProject, title: 'A', project_type: 'Siding' };
  expect(projectForm.safeParse({ ...form, completion_date: '2026-02-30' }).success).toBe(false);
  expect(projectForm.safeParse({ ...form, completion_date: '2026-02-28' }).success).toBe(true);
});

it('empty fields are stored as null and read as empty', () => {
  const form = { ...emptyProject, title: 'A', project_type: 'Siding' };
  const columns = toProjectColumns(form);
  expect(columns).toEqual({
    title: 'A',
    project_type: 'Siding',
    description: null,
    location: null,
    completion_date: null,
    before_image: null,
    after_image: null,
    is_featured: false,
    is_active: true,
    published_at: null,
  });
  expect(toProjectForm(columns)).toEqual(form);
});
