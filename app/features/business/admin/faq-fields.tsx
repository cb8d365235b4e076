import { Plus } from 'lucide-react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
} from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { type FaqEntry, faqLimits } from '../faq.ts';
import type { SettingsForm, SettingsInput } from '../settings-form.ts';
import { ItemButtons } from './item-buttons.tsx';
import { SettingsSection } from './settings-contents.tsx';

type FaqFieldsProps = {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, SettingsForm>;
  errors: FieldErrors<SettingsInput>;
};

export function FaqFields({ register, control, errors }: FaqFieldsProps) {
  const { fields, append, move, remove } = useFieldArray({ control, name: 'faq' });
  return (
    <SettingsSection
      anchor="faq"
      intro="Shown on a separate page, linked from the footer. Leave the list empty to hide the page. Web addresses in answers become links."
    >
      <div className="grid gap-6">
        {fields.map(({ id }, index) => {
          const error = errors.faq?.[index];
          return (
            <fieldset key={id} className="grid min-w-0 gap-3">
              <legend className="sr-only">Question {index + 1}</legend>
              <TextField
                label="Question"
                required
                error={error?.question?.message}
                {...register(`faq.${index}.question`)}
              />
              <TextAreaField
                label="Answer"
                required
                rows={3}
                error={error?.answer?.message}
                {...register(`faq.${index}.answer`)}
              />
              <div className="-mt-2 flex justify-end">
                <ItemButtons
                  what="question"
                  index={index}
                  count={fields.length}
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                />
              </div>
            </fieldset>
          );
        })}
      </div>
      <Button
        variant="secondary"
        className={fields.length > 0 ? 'mt-4' : ''}
        disabled={fields.length >= faqLimits.entries}
        onClick={() => append({ question: '', answer: '' })}
      >
        <Plus aria-hidden className="size-5" />
        Add a question
      </Button>
    </SettingsSection>
  );
}

/** The questions in the dialog about two versions of the settings. */
export function FaqList({ faq }: { faq: FaqEntry[] }) {
  return (
    <dl>
      {faq.map(({ question, answer }) => (
        <div key={question} className="mb-2">
          <dt className="font-semibold">{question}</dt>
          <dd className="whitespace-pre-line">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
