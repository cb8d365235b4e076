import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { drawDesign } from '#drawing/views/scene/draw-design.ts';
import type { Setting } from '#drawing/views/scene/setting.ts';
import type { DemoImage } from './demo-image.ts';
import * as houses from './houses.ts';
import { drawHouse, type Plot } from './plot.ts';
import { createListedDesign } from './sheds.ts';

const lakesideShed: ShedDesign = {
  ...createListedDesign('Gable', 'Wood', 'Natural', '10x16'),
  roofColor: 'Charcoal',
};
const sugarShack = createListedDesign('Dutch Barn', 'Wood', 'Red', '14x20');

const view = (
  season: Setting['season'],
  mood: Setting['mood'],
  layout: Setting['layout'],
  seed: number,
  turn: number,
  more: Partial<Setting> = {},
): Setting => ({ season, mood, layout, seed, turn, ...more });

const garagePlot: Plot = {
  shrubs: [
    [-14.5, 10],
    [-16.5, 8.5],
    [14.5, 10],
  ],
};
const attachedPlot: Plot = {
  drive: [9.2, 20, 13],
  shrubs: [
    [-21.5, 11.5],
    [-18.5, 11.6],
    [0.5, 11.6],
    [3.2, 11.5],
  ],
};
const kitchenPlot: Plot = {
  shrubs: [
    [-13.6, 15],
    [-15.6, 12.5],
    [12.6, 16.4],
    [14.4, 14],
    [-9, 17.6],
  ],
};
const mudroomPlot: Plot = {
  shrubs: [
    [-14.5, 8.6],
    [-11.5, 8.8],
    [-8, 8.9],
    [8.2, 8.9],
    [11.5, 8.8],
    [14.5, 8.6],
  ],
};
const farmhousePlot: Plot = {
  shrubs: [
    [-16.8, 11.5],
    [-14, 11.6],
    [14, 11.6],
    [16.8, 11.5],
  ],
};
const steelPlot: Plot = {
  shrubs: [
    [-17, 13.6],
    [-13.5, 13.7],
    [-9.5, 13.7],
    [9.5, 13.7],
    [13.5, 13.7],
    [17, 13.6],
  ],
};
const bungalowPlot: Plot = {
  shrubs: [
    [-17, 12.6],
    [-13, 12.7],
    [-9, 12.7],
    [9, 12.7],
    [13, 12.7],
    [17, 12.6],
  ],
};

const shot = (path: string, draw: () => string): DemoImage => ({
  path: `projects/${path}.webp`,
  draw,
});

/** The images of the past projects. */
export const projectImages: readonly DemoImage[] = [
  shot('1767225700000-lakeside-shed-front', () =>
    drawDesign(lakesideShed, view('summer', 'morning', 'birches', 301, -26, { lake: true })),
  ),
  shot('1767225701000-lakeside-shed-path', () =>
    drawDesign(
      lakesideShed,
      view('summer', 'golden', 'spruces', 302, 32, { lake: true, path: true, far: 1.3 }),
    ),
  ),
  shot('1767225702000-sugar-shack-autumn', () =>
    drawDesign(sugarShack, view('autumn', 'autumn', 'grove', 303, 27, { ground: 'earth' })),
  ),
  shot('1767225703000-sugar-shack-winter', () =>
    drawDesign(sugarShack, view('winter', 'winter', 'maple', 304, -30)),
  ),
  shot('1767225704000-two-car-garage-front', () =>
    drawHouse([houses.twoCarGarage], view('summer', 'morning', 'maple', 305, -24), {
      ...garagePlot,
      drive: [-11.5, 11.5, 12],
    }),
  ),
  shot('1767225705000-two-car-garage-dusk', () =>
    drawHouse([houses.twoCarGarage], view('summer', 'dusk', 'spruces', 306, 31), {
      ...garagePlot,
      drive: [-11.5, 11.5, 12],
    }),
  ),
  shot('1767225706000-attached-garage-front', () =>
    drawHouse(houses.attachedGarage, view('autumn', 'autumn', 'maple', 307, 16), attachedPlot),
  ),
  shot('1767225707000-attached-garage-side', () =>
    drawHouse(houses.attachedGarage, view('autumn', 'golden', 'grove', 308, 40), attachedPlot),
  ),
  shot('1767225708000-kitchen-addition-back', () =>
    drawHouse(houses.kitchenAddition, view('spring', 'morning', 'yard', 309, -27), kitchenPlot),
  ),
  shot('1767225709000-kitchen-addition-evening', () =>
    drawHouse(houses.kitchenAddition, view('summer', 'dusk', 'birches', 310, 30), kitchenPlot),
  ),
  shot('1767225710000-mudroom-addition-front', () =>
    drawHouse(houses.mudroomAddition, view('winter', 'winter', 'spruces', 311, 22), mudroomPlot),
  ),
  shot('1767225711000-mudroom-addition-summer', () =>
    drawHouse(
      houses.mudroomAddition,
      view('summer', 'morning', 'maple', 312, -30, { path: true }),
      mudroomPlot,
    ),
  ),
  shot('1767225712000-farmhouse-exterior-front', () =>
    drawHouse(
      [houses.whiteFarmhouse],
      view('summer', 'morning', 'grove', 313, 16, { fence: true, path: true }),
      farmhousePlot,
    ),
  ),
  shot('1767225713000-farmhouse-exterior-corner', () =>
    drawHouse(
      [houses.whiteFarmhouse],
      view('summer', 'golden', 'meadow', 314, -38, { fence: true }),
      farmhousePlot,
    ),
  ),
  shot('1767225714000-steel-roof-front', () =>
    drawHouse(
      [houses.steelRoofHouse],
      view('autumn', 'morning', 'grove', 315, -22, { path: true }),
      steelPlot,
    ),
  ),
  shot('1767225715000-steel-roof-snow', () =>
    drawHouse(
      [{ ...houses.steelRoofHouse, snow: false }],
      view('winter', 'winter', 'spruces', 316, 30),
      steelPlot,
    ),
  ),
  shot('1767225716000-navy-siding-front', () =>
    drawHouse(
      [houses.navyBungalow],
      view('spring', 'morning', 'meadow', 317, 20, { path: true }),
      bungalowPlot,
    ),
  ),
  shot('1767225718000-navy-siding-before', () =>
    drawHouse(
      [houses.aluminumBungalow],
      view('spring', 'morning', 'meadow', 317, 20, { path: true }),
      bungalowPlot,
    ),
  ),
  shot('1767225717000-navy-siding-close', () =>
    drawHouse([houses.navyBungalow], view('spring', 'noon', 'birches', 318, -40, { far: 0.5 }), {
      shrubs: [
        [-14, 12.6],
        [-6, 12.7],
      ],
    }),
  ),
];
