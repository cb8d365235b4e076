import { isQuoteProjectType, type QuoteProjectType } from '#app/lib/options.ts';
import type { QuoteRequestForm } from './schemas.ts';

/** The hidden fields of the quote form: a design's canonical search params, a distance, and `PricedDesign.basis`. */
export const designFields = {
  design: 'design',
  deliveryKm: 'delivery_km',
  priceBasis: 'price_basis',
} as const;

const emptyQuoteRequest: QuoteRequestForm = {
  customer_name: '',
  email: '',
  phone: '',
  project_type: '',
  material_type: '',
  color: '',
  size: '',
  shed_style: '',
  description: '',
  budget_range: '',
  timeline: '',
  custom_message: '',
};

/** The shed that a quote request is about. */
export type PreselectedShed = {
  id: string;
  title: string;
  material_type: string;
  color: string;
  size: string;
  shed_style: string;
};

/** The finished project that a quote request refers to. */
export type ReferredProject = { id: string; title: string; project_type: string };

/** The initial form of a request for something like a finished project. */
export function createRequestForProject({
  title,
  project_type,
}: ReferredProject): QuoteRequestForm {
  return {
    ...emptyQuoteRequest,
    project_type: toQuoteProjectType(project_type),
    description: `I'd like something like your project “${title}”`,
  };
}

/** Roofs and sidings of finished projects are exterior renovations in the quote form. */
function toQuoteProjectType(type: string): QuoteProjectType {
  if (isQuoteProjectType(type)) return type;
  return /^(Roof|Sid)ing$/.test(type) ? 'Exterior Renovation' : 'Other';
}

/** The initial form of a quote request, with the properties of the shed that it is about. */
export function createRequestForShed(
  shed: PreselectedShed | null | undefined,
  projectType?: QuoteProjectType,
): QuoteRequestForm {
  if (!shed)
    return projectType ? { ...emptyQuoteRequest, project_type: projectType } : emptyQuoteRequest;
  return {
    ...emptyQuoteRequest,
    project_type: 'Custom Shed',
    material_type: shed.material_type,
    color: shed.color,
    size: shed.size,
    shed_style: shed.shed_style,
    description: `I'm interested in the ${shed.title}`,
  };
}

/** The results of sending the quote form. */
export const quoteMessages = {
  success:
    "Thank you for your quote request! We'll review your requirements and get back to you within 24 hours with a detailed estimate.",
  error:
    'Sorry, there was an error submitting your quote request. Please try again or call us directly.',
} as const;
