export type HousePart =
  | 'shop'
  | 'garage and addition'
  | 'garage'
  | 'addition'
  | 'siding'
  | 'soffit'
  | 'roof'
  | 'garage door'
  | 'shed'
  | 'exterior';

const parts: Record<string, { fill?: string; line?: string }> = {
  shop: { fill: 'M372 170V104l46-30 46 30v66z' },
  garage: { fill: 'M200 170V108l42-30 42 30v62z' },
  addition: { fill: 'M22 170V116l48-14v68z' },
  siding: { fill: 'M70 170V98H200v72z' },
  soffit: { fill: 'M58 92H212v9H58z' },
  roof: { fill: 'M58 96 86 46H184l28 50z', line: 'M56 98H214M66 99v69' },
  'garage door': { fill: 'M214 124h56v46h-56z' },
  shed: { fill: 'M304 170v-38l24-18 24 18v38z' },
};

const together: Record<string, string[]> = {
  'garage and addition': ['garage', 'addition'],
  exterior: ['siding', 'roof'],
};

export function HouseDrawing({ part, className }: { part: HousePart; className?: string }) {
  const lit = (together[part] ?? [part]).map((name) => parts[name] ?? {});
  return (
    <svg
      viewBox="0 30 480 150"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeWidth="1.5"
    >
      {lit.map(({ fill }) => fill && <path key={fill} d={fill} className="fill-brand" />)}
      <g className="stroke-ink" strokeLinejoin="round">
        <path d="M6 170H474" />
        <path d="M22 170V116l48-14M16 118 70 102M34 170v-34h22v34M45 136v34" />
        <path d="M70 170V98H200v72M58 96 86 46H184l28 50zM58 96v5H212v-5" />
        <path d="M118 170v-46h26v46M82 116h24v28H82zM94 116v28M82 130h24M158 116h30v28h-30zM173 116v28M158 130h30" />
        <path d="M200 170V108M284 170V108M194 112 242 78l48 34M214 124h56v46h-56zM214 135.500h56M214 147h56M214 158.500h56" />
        <path d="M304 170v-38M352 170v-38M299 136l29-22 29 22M318 170v-28h20v28M328 142v28" />
        <path d="M372 170V104M464 170V104M364 109l54-35 54 35M392 170v-44h52v44M418 126v44M392 126l26 44M444 126l-26 44" />
      </g>
      {lit.map(
        ({ line }) => line && <path key={line} d={line} className="stroke-brand" strokeWidth="4" />,
      )}
      {lit.some(({ fill }) => fill) && <Details part={part} />}
    </svg>
  );
}

function Details({ part }: { part: HousePart }) {
  const drawn: Partial<Record<HousePart, string>> = {
    shop: 'M392 170v-44h52v44M418 126v44M392 126l26 44M444 126l-26 44',
    garage: 'M214 124h56v46h-56zM214 135.500h56M214 147h56M214 158.500h56',
    'garage and addition':
      'M214 124h56v46h-56zM214 135.500h56M214 147h56M214 158.500h56M34 170v-34h22v34M45 136v34',
    addition: 'M34 170v-34h22v34M45 136v34',
    siding:
      'M118 170v-46h26v46M82 116h24v28H82zM94 116v28M158 116h30v28h-30zM173 116v28M70 108H200',
    exterior: 'M118 170v-46h26v46M82 116h24v28H82zM94 116v28M158 116h30v28h-30zM173 116v28',
    'garage door': 'M214 135.500h56M214 147h56M214 158.500h56',
    shed: 'M318 170v-28h20v28M328 142v28',
  };
  const path = drawn[part];
  return path ? <path d={path} className="stroke-white" /> : null;
}

export function getProjectPart(projectType: string): HousePart {
  const type = projectType.toLowerCase();
  if (type.includes('garage')) return 'garage';
  if (type.includes('addition')) return 'addition';
  if (type.includes('roof')) return 'roof';
  if (type.includes('siding')) return 'siding';
  if (type.includes('shed')) return 'shed';
  return 'exterior';
}
