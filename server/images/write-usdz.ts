import { strToU8, type Zippable, zipSync } from 'fflate';
import type { Model } from '#drawing/views/model/create-model.ts';
import type { ColorTexture } from './color-texture.ts';
import { roughness } from './write-glb.ts';

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
