import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { createRequestForShed } from './quote-request-form.ts';
import { quoteRequestForm } from './schemas.ts';

test('only name, e-mail, project type and description are required', () => {
  const result = quoteRequestForm.safeParse({});
  expect(result.error && fieldErrors(result.error)).toEqual({
    customer_name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    project_type: 'Please select a project type',
    description: 'Please provide more details about your project',
  });
  const parsed = quoteRequestForm.parse({
    customer_name: 'Bo',
    email: 'bo@example.com',
    project_type: 'Other',
    description: 'A treehouse with a rope ladder',
  });
  expect(parsed.phone).toBe('');
});

test('a preselected shed fills its fields', () => {
  const form = createRequestForShed({
    id: '1',
    title: 'Lakeside Gable',
    material_type: 'Wood',
    color: 'Red',
    size: '10x12',
    shed_style: 'Gable',
  });
  expect(form).toMatchObject({
    project_type: 'Custom Shed',
    material_type: 'Wood',
    color: 'Red',
    size: '10x12',
    shed_style: 'Gable',
    description: "I'm interested in the Lakeside Gable",
  });
  expect(createRequestForShed(null).project_type).toBe('');
  expect(createRequestForShed(null, 'Home Addition').project_type).toBe('Home Addition');
});
