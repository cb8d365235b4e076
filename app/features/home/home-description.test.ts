import { expect, test } from 'vitest';
import { listShownServices } from '#app/features/business/service-terms.ts';
import { describeHome } from './home-description.ts';

test.each([
  [
    null,
    'Sheds, garages and additions in Ontario',
    'Sheds, garages, additions, shops, siding, soffit, fascia, eavestrough, roofing and garage doors by Barn & Co. in Ontario.',
  ],
  [
    ['Siding', 'Custom Sheds', 'Soffit & Fascia'],
    'Sheds, siding and soffit in Ontario',
    'Sheds, siding, soffit and fascia by Barn & Co. in Ontario.',
  ],
  [
    [],
    'Custom building and exterior work in Ontario',
    'Custom building and exterior work by Barn & Co. in Ontario.',
  ],
])('describeHome names the shown services only: %j', (shown_services, title, description) => {
  const services = listShownServices({ shown_services, service_texts: {} });
  expect(describeHome('Barn & Co.', services)).toEqual({ title, description });
});
