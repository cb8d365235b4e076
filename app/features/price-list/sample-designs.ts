import { createPresetDesign, type PresetChoice } from '#drawing/design/preset-design.ts';

const choices: PresetChoice[] = [
  { style: 'Gable', width: 8, length: 10, material: 'Wood' },
  { style: 'Gambrel', width: 12, length: 16, material: 'Duratemp' },
  { style: 'Porch', width: 12, length: 20, material: 'Wood' },
  { style: 'Modern Farmhouse', width: 14, length: 20, material: 'Metal' },
  { style: 'A-Frame', width: 10, length: 12, material: 'Vinyl' },
];

/** Five different sheds that show what a change of the price list does. */
export const sampleDesigns = choices.map((choice) => {
  const design = createPresetDesign(choice);
  const { style, width, length, material } = design;
  return { title: `${style}, ${width}x${length}, ${material}`, design };
});
