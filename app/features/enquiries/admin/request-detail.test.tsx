import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { QuoteRequest } from '../quote-requests.ts';
import { RequestFacts } from './request-detail.tsx';

const request: QuoteRequest = {
  id: '00000000-0000-4000-8000-000000000001',
  reference: 'R-2026-0142',
  created_at: '2026-10-02T15:30:00Z',
  updated_at: '2026-10-02T15:30:00Z',
  customer_name: 'Ida Whole',
  email: 'ida@example.com',
  phone: null,
  location: null,
  contact_preference: null,
  project_type: 'Garage Addition',
  material_type: null,
  color: null,
  size: null,
  shed_style: null,
  description: 'Two cars and a bench.',
  budget_range: null,
  timeline: null,
  custom_message: null,
  inspiration_images: [],
  design: null,
  delivery_km: null,
  design_price: null,
  additions: [],
  unread_at: null,
  status: 'pending',
  notes: null,
  is_spam: false,
  spam_reasons: [],
};

const render = (row: QuoteRequest) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RequestFacts row={row} />
    </QueryClientProvider>,
  );
const sections = (row: QuoteRequest) =>
  [...render(row).matchAll(/<section.*?<\/section>/g)].map(([html]) =>
    html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'),
  );

test('RequestFacts shows the customer and the project above the description', () => {
  expect(sections(request).map((text) => text.split('|')[1])).toEqual([
    'Customer Information',
    'Project Details',
    'Description',
    'Additional Message',
  ]);
});

test.each([null, '', '  '])('RequestFacts shows Additional Message %j as Not given', (text) => {
  expect(sections({ ...request, custom_message: text })).toContain(
    '|Additional Message|Not given|',
  );
});

test('RequestFacts shows the additional message', () => {
  expect(sections({ ...request, custom_message: 'Call after six.' })).toContain(
    '|Additional Message|Call after six.|',
  );
});

test('RequestFacts shows every field of the project and the customer', () => {
  const row = {
    ...request,
    phone: '705-555-0142',
    material_type: 'Wood',
    color: 'Green',
    size: '12x20',
    shed_style: 'Gable',
    budget_range: '$20,000 - $50,000',
    timeline: '2-3 months',
  };
  const [customer, project] = sections(row);
  expect(project).toBe(
    '|Project Details|Type|Garage Addition|Material|Wood|Color|Green|Size|12x20|Style|Gable|Budget|$20,000 - $50,000|Timeline|2-3 months|',
  );
  expect(customer).toContain('|Name|Ida Whole|Email|');
  expect(customer).toContain('|Phone|705-555-0142|');
});
