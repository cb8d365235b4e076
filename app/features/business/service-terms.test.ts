import { expect, test } from 'vitest';
import { findServiceTarget, listShownServices } from './service-terms.ts';

test.each([
  [undefined, undefined],
  ['/pages/siding', '/pages/siding'],
  ['#contact', '/#contact'],
  ['https://example.com/siding', 'https://example.com/siding'],
  ['https://ridgeline.test/pages/siding', '/pages/siding'],
  ['/services/shops', '/services/shops'],
  ['tel:+17055550142', undefined],
  ['mailto:a@example.com', undefined],
  ['/services/siding/', undefined],
  ['/services/garage-doors', undefined],
  ['https://ridgeline.test/services/garage-doors', undefined],
])('the page of a service with the link %j redirects to %j', (link, target) => {
  const services = listShownServices({
    shown_services: null,
    service_texts: {},
    service_links: { Siding: link, 'Garage Doors': '/services/siding' },
  });
  expect(findServiceTarget('Siding', services, 'https://ridgeline.test')).toBe(target);
});
