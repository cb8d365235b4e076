import { expect, it } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { emptyProject, projectColumns, projectForm, projectFormOf } from './project-form.ts';

it('asks for a title and a type, and for nothing else', () => {
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

it('takes no date that is none', () => {
  const form = { ...emptyProject, title: 'A', project_type: 'Siding' };
  expect(projectForm.safeParse({ ...form, completion_date: '2026-02-30' }).success).toBe(false);
  expect(projectForm.safeParse({ ...form, completion_date: '2026-02-28' }).success).toBe(true);
});

it('stores what was left empty as null, and shows null as empty', () => {
  const form = { ...emptyProject, title: 'A', project_type: 'Siding' };
  const columns = projectColumns(form);
  expect(columns).toMatchObject({ description: null, location: null, completion_date: null });
  expect(projectFormOf(columns)).toEqual(form);
});
