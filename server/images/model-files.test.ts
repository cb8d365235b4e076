import { unzipSync } from 'fflate';
import validator from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { getDesignGeometry } from '#drawing/design/design-geometry.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { createModel } from '#drawing/views/model/create-model.ts';
import { createColorTexture, writeGlb, writeUsdz } from './model-files.ts';

const metersPerInch = 0.0254;
/** Without anything that protrudes near the ground. */
const plain = (style: ShedDesign['style']): ShedDesign => ({
  ...createPresetDesign({ style, width: 12, length: 16 }),
  extras: [],
  foundation: 'slab',
});

type Corner = readonly number[];
const listCorners = (values: Float32Array): Corner[] =>
  Array.from({ length: values.length / 3 }, (_, i) => [...values.subarray(3 * i, 3 * i + 3)]);
const getRange = (corners: readonly Corner[], axis: number): [number, number] => {
  const values = corners.map((corner) => corner[axis] ?? Number.NaN);
  return [Math.min(...values), Math.max(...values)];
};

async function createFiles(design: ShedDesign) {
  const model = createModel(design);
  const texture = await createColorTexture(model.palette);
  return {
    model,
    texture,
    glb: Buffer.from(await writeGlb('Shed', model, texture)),
    usdz: Buffer.from(writeUsdz('12x16 "Gable" shed', model, texture)),
  };
}

/** What a program reads from a GLB: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#glb-file-format-specification */
function readGlb(glb: Buffer) {
  const jsonLength = glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, 20 + jsonLength));
  const binary = glb.subarray(20 + jsonLength + 8);
  const accessor = json.accessors[json.meshes[0].primitives[0].attributes.POSITION];
  const { byteOffset = 0, byteStride = 12 } = json.bufferViews[accessor.bufferView];
  const start = byteOffset + (accessor.byteOffset ?? 0);
  const corners = Array.from({ length: accessor.count }, (_, i) =>
    [0, 4, 8].map((axis) => binary.readFloatLE(start + i * byteStride + axis)),
  );
  return { json, corners };
}

describe.each(STYLES)('the models of a %s', (style) => {
  test('pass the Khronos validator without errors, warnings and hints', async () => {
    const { glb } = await createFiles(createPresetDesign({ style }));
    const { issues } = await validator.validateBytes(new Uint8Array(glb));
    expect(issues.messages).toEqual([]);
  });

  test('have the size of the design in meters, and stand on the ground', async () => {
    const design = plain(style);
    const { ridgeLevel, thickness, floorLevel, rake } = getDesignGeometry(design);
    // The roof of an A-frame reaches the ground.
    const overhang = style === 'A-Frame' ? 2 * rake * metersPerInch + 0.06 : 0.06;
    const { model, glb, usdz } = await createFiles(design);
    const { corners } = readGlb(glb);
    expect(getRange(corners, 1)[0]).toBeCloseTo(0, 5);
    const top = getRange(corners, 1)[1] / metersPerInch;
    expect(top).toBeGreaterThan(ridgeLevel);
    // The Gambrel's ridge has a cap.
    expect(top).toBeLessThan(ridgeLevel + thickness + 8);
    // Steps are in the middle.
    const slab = corners.filter(
      ([x = 0, y = 0]) => y < (floorLevel + 1) * metersPerInch && Math.abs(x) > 0.6,
    );
    const isTurned = design.openings.some(
      ({ type, wall }) => /door/.test(type) && wall === 'right',
    );
    const size = isTurned ? [4.8768, 3.6576] : [3.6576, 4.8768];
    for (const [axis, expected] of [
      [0, size[0] ?? 0],
      [2, size[1] ?? 0],
    ] as const) {
      const [from, to] = getRange(slab, axis);
      expect(to - from).toBeGreaterThan(expected - 1e-4);
      expect(to - from).toBeLessThan(expected + overhang);
    }
    expect(listCorners(model.positions)).toHaveLength(corners.length);
    const points = /point3f\[\] points = \[(.*)\]/.exec(readUsda(usdz))?.[1] ?? '';
    const written = [...points.matchAll(/-?[\d.]+(?:e-?\d+)?/g)].map(Number);
    expect(written).toHaveLength(model.positions.length);
    expect(
      Math.max(...written.map((value, i) => Math.abs(value - (model.positions[i] ?? 0)))),
    ).toBeLessThan(1e-4);
  });

  test('face the viewer with the entrance', async () => {
    const design = createPresetDesign({ style });
    const ramp = listCorners(
      createModel({ ...design, foundation: 'skids', extras: ['ramp'] }).positions,
    );
    const bare = listCorners(createModel({ ...design, foundation: 'skids', extras: [] }).positions);
    const near = (corners: Corner[]) =>
      getRange(
        corners.filter(([, y = 0]) => y < 0.02),
        2,
      )[1];
    expect(near(ramp)).toBeGreaterThan(near(bare) + 0.3);
  });
});

const readUsda = (usdz: Buffer) =>
  Buffer.from(unzipSync(new Uint8Array(usdz))['model.usda'] ?? []).toString();

describe('a USDZ', () => {
  test('is a ZIP without compression whose files begin at multiples of 64 bytes, the model first', async () => {
    const { usdz, texture } = await createFiles(createPresetDesign({ style: 'Gable' }));
    const files: { name: string; start: number; size: number; method: number }[] = [];
    for (let at = 0; usdz.readUInt32LE(at) === 0x04034b50; ) {
      const [nameLength, extraLength] = [usdz.readUInt16LE(at + 26), usdz.readUInt16LE(at + 28)];
      const start = at + 30 + nameLength + extraLength;
      const size = usdz.readUInt32LE(at + 22);
      const name = usdz.toString('latin1', at + 30, at + 30 + nameLength);
      files.push({ name, start, size, method: usdz.readUInt16LE(at + 8) });
      at = start + size;
    }
    expect(files.map(({ name }) => name)).toEqual(['model.usda', 'palette.png']);
    for (const { start, method } of files) {
      expect(start % 64).toBe(0);
      expect(method).toBe(0);
    }
    const [, image] = files;
    expect(usdz.subarray(image?.start, (image?.start ?? 0) + (image?.size ?? 0))).toEqual(
      Buffer.from(texture.png),
    );
  });

  test('is in meters with the y axis up, and has its name escaped', async () => {
    const { usdz } = await createFiles(createPresetDesign({ style: 'Gable' }));
    const usda = readUsda(usdz);
    expect(usda).toMatch(/^#usda 1\.0\n/);
    expect(usda).toContain('metersPerUnit = 1');
    expect(usda).toContain('upAxis = "Y"');
    expect(usda).toContain('string name = "12x16 \\"Gable\\" shed"');
    const list = (name: string) =>
      new RegExp(`${name} = \\[(.*)\\]`).exec(usda)?.[1]?.split(',').map(Number) ?? [];
    const count = (/points = \[(.*)\]/.exec(usda)?.[1]?.match(/\(/g) ?? []).length;
    const indices = list('faceVertexIndices');
    expect(indices).toHaveLength(3 * list('faceVertexCounts').length);
    expect(Math.max(...indices)).toBe(count - 1);
  });
});

describe('createColorTexture', () => {
  test('has each color at its position', async () => {
    const { model, texture } = await createFiles(createPresetDesign({ style: 'Dormer' }));
    const { default: sharp } = await import('sharp');
    const { data, info } = await sharp(texture.png).raw().toBuffer({ resolveWithObject: true });
    model.palette.forEach((color, index) => {
      const [u, v] = texture.locate(index);
      const at =
        info.channels * (Math.floor(v * info.height) * info.width + Math.floor(u * info.width));
      expect([...data.subarray(at, at + 3)]).toEqual([...color]);
    });
  });
});
