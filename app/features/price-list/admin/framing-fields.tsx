import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { AmountField, SmallSelect } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { SPACINGS, STOCK_LENGTHS } from '#app/features/designer/framing-settings.ts';
import { Button } from '#app/ui/button.tsx';
import type { DesignerInput } from '../designer-form.ts';

type FramingFieldsProps = {
  register: UseFormRegister<DesignerInput>;
  errors: FieldErrors<DesignerInput>;
  onReset: () => void;
};

const spacings = Object.fromEntries(SPACINGS.map((inches) => [inches, `${inches} in`]));
const kerfs = { 0.0625: '1/16 in', 0.125: '1/8 in', 0.1875: '3/16 in', 0.25: '1/4 in' };
export const framingLabels: Record<keyof DesignerInput['framing'], string> = {
  studSpacing: 'Studs, on centre',
  joistSpacing: 'Floor joists, on centre',
  rafterSpacing: 'Rafters, on centre',
  maxSkidSpacing: 'Skids apart, at most, in',
  minSidingLevel: 'Siding above the ground, in',
  metalCoverWidth: 'A metal sheet covers, in',
  wallWaste: 'Waste of walls, %',
  roofWaste: 'Waste of plain roofs, %',
  cutRoofWaste: 'Waste of gambrel and dormer roofs, %',
  kerf: 'A saw cut takes',
  stockLengths: 'Boards that you buy',
};

const grid = 'grid grid-cols-2 items-end gap-3 sm:grid-cols-3';

export function FramingFields({
  register,
  errors: { framing: errors },
  onReset,
}: FramingFieldsProps) {
  return (
    <FormSection
      title="Framing"
      intro="How your shop builds. Shop drawings, cut lists, lists of materials and 'Show framing' use these values. Nothing of it is engineered."
    >
      <div className="grid gap-4">
        <div className={grid}>
          <SmallSelect
            label={framingLabels.studSpacing}
            options={spacings}
            {...register('framing.studSpacing')}
          />
          <SmallSelect
            label={framingLabels.joistSpacing}
            options={spacings}
            {...register('framing.joistSpacing')}
          />
          <SmallSelect
            label={framingLabels.rafterSpacing}
            options={spacings}
            {...register('framing.rafterSpacing')}
          />
        </div>
        <p className="text-ink-soft text-sm">
          Lofts have joists, and sheds with a dormer or a skylight rafters, at 16 in in any case.
        </p>
        <div className={grid}>
          <AmountField
            label={framingLabels.maxSkidSpacing}
            error={errors?.maxSkidSpacing?.message}
            {...register('framing.maxSkidSpacing')}
          />
          <AmountField
            label={framingLabels.minSidingLevel}
            error={errors?.minSidingLevel?.message}
            {...register('framing.minSidingLevel')}
          />
          <AmountField
            label={framingLabels.metalCoverWidth}
            error={errors?.metalCoverWidth?.message}
            {...register('framing.metalCoverWidth')}
          />
          <AmountField
            label={framingLabels.wallWaste}
            error={errors?.wallWaste?.message}
            {...register('framing.wallWaste')}
          />
          <AmountField
            label={framingLabels.roofWaste}
            error={errors?.roofWaste?.message}
            {...register('framing.roofWaste')}
          />
          <AmountField
            label={framingLabels.cutRoofWaste}
            error={errors?.cutRoofWaste?.message}
            {...register('framing.cutRoofWaste')}
          />
          <SmallSelect label={framingLabels.kerf} options={kerfs} {...register('framing.kerf')} />
        </div>
        <fieldset {...(errors?.stockLengths ? { 'aria-describedby': 'stock-lengths-error' } : {})}>
          <legend className="text-ink-soft text-sm">{framingLabels.stockLengths}</legend>
          <div className="grid grid-cols-3 gap-x-3 sm:grid-cols-4">
            {STOCK_LENGTHS.map((feet) => (
              <label key={feet} className="flex min-h-11 items-center gap-2.5">
                <input
                  type="checkbox"
                  value={feet}
                  className="size-6 shrink-0 accent-barn"
                  {...register('framing.stockLengths')}
                />
                {feet} ft
              </label>
            ))}
          </div>
          {errors?.stockLengths && (
            <p id="stock-lengths-error" className="mt-1 font-medium text-barn text-sm">
              {errors.stockLengths.message}
            </p>
          )}
        </fieldset>
        <div>
          <Button variant="secondary" onClick={onReset}>
            Reset to the standard values
          </Button>
        </div>
      </div>
    </FormSection>
  );
}
