import { useQuery } from '@tanstack/react-query';
import { useAdminClient } from '#app/admin/session.ts';
import { FRAMING_NOTICE } from '#app/features/designer/design-labels.ts';
import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import {
  describeEngineerReasons,
  describeMissingLimits,
} from '#app/features/designer/engineer-reasons.ts';
import { LineDrawingSvg } from '#app/features/designer/line-drawing.tsx';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { type ShedDesign, WALLS } from '#drawing/design/shed-design.ts';
import { frameShed } from '#drawing/framing/frame-shed.ts';
import { DIMENSION_NOTES } from '#drawing/geometry/lengths.ts';
import { drawElevation } from '#drawing/views/lines/elevations.ts';
import { drawFraming } from '#drawing/views/lines/framing-drawings.ts';
import type { LineDrawing } from '#drawing/views/lines/line-drawing.ts';
import { drawPlan } from '#drawing/views/lines/plan.ts';

export type DrawingGroup = 'plan' | 'elevations' | 'framing';

/** Thinner lines, because studs are narrow. */
const framingClass = 'min-w-140 [&_path]:[stroke-width:0.45px]';

export default function DesignDrawings({
  design,
  group,
}: {
  design: ShedDesign;
  group: DrawingGroup;
}) {
  const client = useAdminClient();
  const { data: settings, isError } = useQuery({
    queryKey: ['designer_settings', 'shop'],
    queryFn: () => readShopSettings(client),
  });
  const engineer = settings
    ? [...describeEngineerReasons(settings, design), ...describeMissingLimits(settings)]
    : isError
      ? [
          "Couldn't check whether this design needs an engineer.",
          "Couldn't load your framing settings. We show the standard values.",
        ]
      : [];
  if (!settings && !isError) return <p className="pb-3 text-ink-soft">Loading...</p>;
  return (
    <>
      {createDrawings(design, group, settings?.framing).map((drawing) => (
        <figure key={drawing.title} className="mb-5">
          {group !== 'plan' && (
            <figcaption className="mb-1 font-semibold text-sm">{drawing.title}</figcaption>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused */}
          <section aria-label={drawing.title} tabIndex={0} className="overflow-x-auto">
            <LineDrawingSvg
              drawing={drawing}
              description={`${drawing.title} with dimensions`}
              className={`mx-auto max-h-128 w-full ${group === 'framing' ? framingClass : 'min-w-72'}`}
            />
          </section>
        </figure>
      ))}
      {[...engineer, DIMENSION_NOTES.imperial, FRAMING_NOTICE].map((notice) => (
        <p key={notice} className="mb-1 text-ink-soft text-sm">
          {notice}
        </p>
      ))}
    </>
  );
}

function createDrawings(
  design: ShedDesign,
  group: DrawingGroup,
  framing?: FramingDefaults,
): LineDrawing[] {
  switch (group) {
    case 'plan':
      return [drawPlan(design)];
    case 'elevations':
      return WALLS.map((wall) => drawElevation(design, wall, { defaults: framing }));
    case 'framing': {
      const { walls, floor, roof } = drawFraming(design, frameShed(design, framing));
      return [...walls, floor, ...roof].map(({ drawing }) => drawing);
    }
  }
}
