import { Document, TextureInfo, WebIO } from '@gltf-transform/core';
import { strToU8, type Zippable, zipSync } from 'fflate';
import sharp from 'sharp';
import type { Rgb } from '#drawing/geometry/color.ts';
import type { Model } from '#drawing/views/model/create-model.ts';

type ColorTexture = {
  png: Uint8Array;
  locate(index: number): [u: number, v: number];
};

/** In pixels: programs may blend neighboring ones. */
const squareSize = 4;

export async function createColorTexture(palette: readonly Rgb[]): Promise<ColorTexture> {
  const columns = 2 ** Math.ceil(Math.log2(Math.sqrt(palette.length)));
  const pixels = Buffer.alloc(3 * columns * columns);
  for (const [index, color] of palette.entries()) pixels.set(color, 3 * index);
  const width = columns * squareSize;
  const png = await sharp(pixels, { raw: { width: columns, height: columns, channels: 3 } })
    .resize(width, width, { kernel: 'nearest' })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return {
    png,
    locate: (index) => [
      ((index % columns) + 0.5) / columns,
      (Math.floor(index / columns) + 0.5) / columns,
    ],
  };
}

export function writeGlb(name: string, model: Model, texture: ColorTexture): Promise<Uint8Array> {
  const document = new Document();
  const root = document.getRoot();
  root.getAsset().generator = 'Ridgeline';
  const buffer = document.createBuffer();
  const createAccessor = (
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const material = document
    .createMaterial('Paint')
    .setBaseColorTexture(
      document.createTexture('Colors').setImage(texture.png).setMimeType('image/png'),
    )
    .setMetallicFactor(0)
    .setRoughnessFactor(roughness)
    .setDoubleSided(true);
  material
    .getBaseColorTextureInfo()
    ?.setMagFilter(TextureInfo.MagFilter.NEAREST ?? null)
    .setMinFilter(TextureInfo.MinFilter.NEAREST ?? null);
  const coordinates = Float32Array.from(
    [...model.colors].flatMap((color) => texture.locate(color)),
  );
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(createAccessor('SCALAR', model.indices))
    .setAttribute('POSITION', createAccessor('VEC3', model.positions))
    .setAttribute('NORMAL', createAccessor('VEC3', model.normals))
    .setAttribute('TEXCOORD_0', createAccessor('VEC2', coordinates));
  const mesh = document.createMesh(name).addPrimitive(primitive);
  const scene = document.createScene(name).addChild(document.createNode(name).setMesh(mesh));
  root.setDefaultScene(scene);
  return new WebIO().writeBinary(document);
}

const roughness = 0.9;

// https://openusd.org/release/spec_usdz.html
const alignment = 64;
const localHeaderBytes = 30;
const extraHeaderBytes = 4;
const paddingId = 0x1986;
const modifiedAt = new Date(1980, 0, 1);

export function writeUsdz(name: string, model: Model, texture: ColorTexture): Uint8Array {
  const files: [path: string, content: Uint8Array][] = [
    ['model.usda', strToU8(formatUsda(name, model, texture))],
    ['palette.png', texture.png],
  ];
  const archive: Zippable = {};
  let offset = 0;
  for (const [path, content] of files) {
    const start = offset + localHeaderBytes + path.length + extraHeaderBytes;
    const padding = (alignment - (start % alignment)) % alignment;
    archive[path] = [content, { extra: { [paddingId]: new Uint8Array(padding) } }];
    offset = start + padding + content.length;
  }
  return zipSync(archive, { level: 0, mtime: modifiedAt });
}

// https://openusd.org/release/spec_usdpreviewsurface.html
function formatUsda(name: string, model: Model, texture: ColorTexture): string {
  const { positions, normals, colors, indices } = model;
  const points = toTuples(positions, 3);
  const extent = [Math.min, Math.max].map((pick) =>
    points.reduce((sum, point) => sum.map((value, axis) => pick(value, point[axis] ?? 0))),
  );
  const coordinates = [...colors].map((color) => {
    const [u, v] = texture.locate(color);
    return [u, 1 - v];
  });
  return `#usda 1.0
(
    defaultPrim = "Shed"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Shed" (
    assetInfo = {
        string name = ${JSON.stringify(name)}
    }
    kind = "component"
)
{
    token preliminary:anchoring:type = "plane"
    token preliminary:planeAnchoring:alignment = "horizontal"

    def Mesh "Surface" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        uniform bool doubleSided = 1
        float3[] extent = [${formatTuples(extent)}]
        int[] faceVertexCounts = [${new Array(indices.length / 3).fill(3)}]
        int[] faceVertexIndices = [${indices}]
        rel material:binding = </Shed/Materials/Paint>
        normal3f[] normals = [${formatTuples(toTuples(normals, 3))}] (
            interpolation = "vertex"
        )
        point3f[] points = [${formatTuples(points)}]
        texCoord2f[] primvars:st = [${formatTuples(coordinates)}] (
            interpolation = "vertex"
        )
        uniform token subdivisionScheme = "none"
    }

    def Scope "Materials"
    {
        def Material "Paint"
        {
            token outputs:surface.connect = </Shed/Materials/Paint/Shader.outputs:surface>

            def Shader "Shader"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor.connect = </Shed/Materials/Paint/Palette.outputs:rgb>
                float inputs:metallic = 0
                float inputs:roughness = ${roughness}
                token outputs:surface
            }

            def Shader "Palette"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @palette.png@
                token inputs:sourceColorSpace = "sRGB"
                float2 inputs:st.connect = </Shed/Materials/Paint/Coordinates.outputs:result>
                token inputs:wrapS = "clamp"
                token inputs:wrapT = "clamp"
                float3 outputs:rgb
            }

            def Shader "Coordinates"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }
        }
    }
}
`;
}

const roundToTenthMillimeter = (value: number) => Math.round(value * 10_000) / 10_000;

const toTuples = (values: Float32Array, size: number): number[][] =>
  Array.from({ length: values.length / size }, (_, i) =>
    Array.from(values.subarray(size * i, size * (i + 1)), roundToTenthMillimeter),
  );

const formatTuples = (tuples: readonly (readonly number[])[]) =>
  tuples.map((tuple) => `(${tuple})`).join();
