import { Document, TextureInfo, WebIO } from '@gltf-transform/core';
import type { Model } from '#drawing/views/model/create-model.ts';
import type { ColorTexture } from './color-texture.ts';

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

export const roughness = 0.9;
