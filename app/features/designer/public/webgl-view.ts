import {
  type BufferInfo,
  createAttribsFromArrays,
  createProgramInfosAsync,
  createTexture,
  drawBufferInfo,
  m4,
  type ProgramInfo,
  setAttribInfoBufferFromArray,
  setBuffersAndAttributes,
  setUniforms,
} from 'twgl.js';
import type { InsideWall } from '#drawing/framing/open-shed.ts';
import type { Rgb } from '#drawing/geometry/color.ts';
import { createLight, type Light, type Mood } from '#drawing/geometry/light.ts';
import type { Mesh, Panel } from '#drawing/geometry/panel.ts';
import { dot, scale } from '#drawing/geometry/vector.ts';
import { type Bulk, createCamera, PAGE_VIEWPOINT } from '#drawing/geometry/viewpoint.ts';
import { createCasterPositions, createMesh } from '#drawing/views/model/mesh.ts';
import type { Season } from '#drawing/views/scene/land.ts';
import { drawPanorama, drawTree, PANORAMA_HORIZON } from '#drawing/views/scene/panorama.ts';
import type { Tree } from '#drawing/views/scene/trees.ts';
import {
  createLawn,
  createPad,
  createTufts,
  createYardTrees,
  getLawnColors,
  isOnPad,
} from '#drawing/views/scene/yard.ts';
import { type Look, type PlacedCamera, placeCamera } from './view-camera.ts';

/** The content of the view; lengths in feet. */
export type Shown = {
  panels: readonly Panel[];
  /** Close behind some of them. */
  inside: readonly Panel[];
  /** Shown as long as the viewer is on the inside of their planes. */
  walls: readonly InsideWall[];
  /** Light on the ground; the details of these panels alone are shown. */
  pools: readonly Panel[];
  width: number;
  length: number;
  height: number;
  /** The side that the image shows and the sun lights: degrees from the front, positive to the right. */
  facing: number;
  /** The room that the shed takes as the image shows it. */
  bulk: Bulk;
  season: Season;
  mood: Mood;
};

export type WebglView = {
  /** Resolved when sky and trees are there too; rejected if the graphics card compiles no shaders. */
  show(shown: Shown): Promise<void>;
  look(look: Look): void;
  resize(): void;
  /** Draws the view onto another canvas, for paper. */
  copyTo(target: HTMLCanvasElement): void;
  dispose(): void;
};

const PANORAMA_RADIUS = 700;
const PANORAMA = { width: 2048, height: 512 };
const PANORAMA_SIDES = 48;
const PANORAMA_HEIGHT = (Math.PI * PANORAMA_RADIUS * PANORAMA.height) / PANORAMA.width;
/** Trees are drawn at this height and scaled; feet. */
const TREE_HEIGHT = 25;
const TREE_IMAGE = { width: 22, height: 28, pixelsPerFoot: 12 };
const SHADOW_MAP_SIZE = 2048;
/** From the shed, in feet. */
const SUN_DISTANCE = 120;
/** Towards the sun from the side of the entrance, in degrees, as in the images. */
const SUN_AZIMUTH = 20;
const MAX_PIXEL_RATIO = 2;
const SPARE_ROOM = 1.5;

// As in the images, light multiplies the numbers of a color as they are.
const surfaceVertices = `#version 300 es
uniform mat4 viewProjection, shadowProjection;
uniform vec3 sun, sunlight, ambient;
in vec3 position, normal;
in vec4 color;
out vec3 lit, unlit, shadowPoint;
out float opacity;
void main() {
  gl_Position = viewProjection * vec4(position, 1);
  lit = color.rgb * sunlight * max(0.0, dot(normal, sun));
  unlit = color.rgb * ambient * (0.86 + 0.14 * normal.y);
  opacity = color.a;
  // Surfaces would be in their own shadow: the map has the depth of its texels' middles.
  shadowPoint = 0.5 + 0.5 * (shadowProjection * vec4(position + 0.06 * normal, 1)).xyz;
  shadowPoint.z -= 0.0006;
}`;

const surfaceFragments = `#version 300 es
precision highp float;
precision highp sampler2DShadow;
uniform sampler2DShadow shadows;
in vec3 lit, unlit, shadowPoint;
in float opacity;
out vec4 pixel;
float getSun(vec2 texels) {
  return texture(shadows, shadowPoint + vec3(texels / ${SHADOW_MAP_SIZE}.0, 0));
}
void main() {
  bool isInMap = all(equal(shadowPoint, clamp(shadowPoint, 0.0, 1.0)));
  // Each value is of four texels.
  float sun = isInMap
    ? 0.25 * (getSun(vec2(0.7, 0.3)) + getSun(vec2(-0.3, 0.7)) + getSun(vec2(-0.7, -0.3)) + getSun(vec2(0.3, -0.7)))
    : 1.0;
  pixel = vec4(unlit + sun * lit, opacity);
}`;

const shadowVertices = `#version 300 es
uniform mat4 shadowProjection;
in vec3 position;
void main() {
  gl_Position = shadowProjection * vec4(position, 1);
}`;

const shadowFragments = `#version 300 es
void main() {}`;

const imageVertices = `#version 300 es
uniform mat4 viewProjection;
uniform vec3 origin;
uniform mat3 axes;
in vec3 position;
in vec2 texcoord;
out vec2 uv;
void main() {
  gl_Position = viewProjection * vec4(origin + axes * position, 1);
  uv = texcoord;
}`;

const imageFragments = `#version 300 es
precision highp float;
uniform sampler2D image;
uniform float minOpacity;
in vec2 uv;
out vec4 pixel;
void main() {
  pixel = texture(image, uv);
  if (pixel.a < minOpacity) discard;
}`;

const programSources = {
  surface: [surfaceVertices, surfaceFragments],
  shadow: [shadowVertices, shadowFragments],
  image: [imageVertices, imageFragments],
};

/** The most attributes that a program has. */
const ATTRIBUTE_LOCATIONS = [0, 1, 2];

type Programs = Record<keyof typeof programSources, ProgramInfo>;

/** A tree that faces the viewer; feet. */
type PlacedTree = { x: number; z: number; scale: number; texture: WebGLTexture };

/**
 * Shows sheds on a canvas.
 * @throws if WebGL is unavailable
 */
export function createWebglView(canvas: HTMLCanvasElement): WebglView {
  fitPixels(canvas);
  const context = canvas.getContext('webgl2', {
    alpha: false,
    antialias: true,
    powerPreference: 'low-power',
  });
  if (!context) throw new Error('WebGL is unavailable');
  const gl = context;
  let programs: Programs | undefined;
  // They are compiled while the triangles of the shed are calculated.
  const compilation = createProgramInfosAsync(gl, programSources).then((infos) => {
    programs = infos as Programs;
    renderSoon();
  });
  const shadows = createShadowMap(gl);
  const [lawn, pad, tufts] = [createSurface(gl), createSurface(gl), createSurface(gl)];
  const [pools, inside, shed] = [createSurface(gl), createSurface(gl), createSurface(gl)];
  const casters = createSurface(gl);
  const square = createBand(gl, SQUARE, 0, 1);
  const cylinder = createBand(gl, CYLINDER, -PANORAMA_HEIGHT / 2, PANORAMA_HEIGHT / 2);
  let walls: (InsideWall & { surface: Surface })[] = [];
  let panorama: WebGLTexture | undefined;
  let trees: readonly PlacedTree[] = [];

  let currentLook: Look = { angle: 0, tilt: 0, zoom: 1 };
  let lens = createCamera({ w: 10, d: 10, h: 10 }, PAGE_VIEWPOINT);
  let daylight = createLight('noon', 0);
  let background: Rgb = [0, 0, 0];
  let scenery = '';
  let meadow = '';
  let footprint = '';
  let grass = createMesh([], daylight);
  let sunshine = '';
  let casterPositions: Float32Array = new Float32Array();
  let shadowProjection = m4.identity();
  let areShadowsCurrent = false;
  let sceneryLoaded = Promise.resolve();
  let request = 0;
  let yardRequest = 0;
  let isDisposed = false;

  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.polygonOffset(1, 0);

  function render() {
    request = 0;
    if (!programs || meadow === '') return;
    if (!areShadowsCurrent) renderShadows(programs.shadow);
    gl.viewport(0, 0, canvas.width, canvas.height);
    const [r, g, b] = background;
    gl.clearColor(r / 255, g / 255, b / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const width = canvas.clientWidth || 1;
    const height = canvas.clientHeight || 1;
    const camera = placeCamera(lens, currentLook, width, height);
    renderPanorama(programs.image, camera);
    gl.enable(gl.BLEND);
    prepareSurfaces(programs.surface, camera);
    for (const ground of [lawn, pad]) ground.draw(programs.surface);
    gl.disable(gl.CULL_FACE);
    tufts.draw(programs.surface);
    gl.enable(gl.CULL_FACE);
    pools.draw(programs.surface);
    // Within a pixel the depth of a face seen from its edge is inexact: studs would be seen through the siding.
    // Translucent details of the siding are drawn over it.
    gl.enable(gl.POLYGON_OFFSET_FILL);
    inside.draw(programs.surface);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    renderTrees(programs.image, camera);
    prepareSurfaces(programs.surface, camera);
    shed.draw(programs.surface);
    for (const { surface, out, distance } of walls)
      if (dot(out, camera.position) < distance) surface.draw(programs.surface);
    gl.disable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
  }

  function activate(program: ProgramInfo, uniforms: Record<string, unknown>) {
    // Nothing is drawn as long as an attribute of an earlier surface has lost its buffer.
    for (const location of ATTRIBUTE_LOCATIONS) gl.disableVertexAttribArray(location);
    // biome-ignore lint/correctness/useHookAtTopLevel: it is WebGL's, not React's
    gl.useProgram(program.program);
    setUniforms(program, uniforms);
  }

  function renderSoon() {
    if (request === 0 && !isDisposed) request = requestAnimationFrame(render);
  }

  function renderNow() {
    cancelAnimationFrame(request);
    render();
  }

  function renderShadows(program: ProgramInfo) {
    areShadowsCurrent = true;
    gl.bindFramebuffer(gl.FRAMEBUFFER, shadows.framebuffer);
    gl.viewport(0, 0, SHADOW_MAP_SIZE, SHADOW_MAP_SIZE);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    activate(program, { shadowProjection });
    casters.draw(program);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  function prepareSurfaces(program: ProgramInfo, { viewProjection }: PlacedCamera) {
    const { sun, sunlight, ambient } = daylight;
    gl.enable(gl.CULL_FACE);
    activate(program, {
      ...{ viewProjection, shadowProjection, sun, sunlight, ambient },
      shadows: shadows.texture,
    });
  }

  function renderPanorama(program: ProgramInfo, { position, viewProjection }: PlacedCamera) {
    if (!panorama) return;
    // From above, the lawn ends below the horizon, where the hills begin.
    const horizon = lens.eye[1] + PANORAMA_HEIGHT * (PANORAMA_HORIZON - 0.5);
    gl.depthMask(false);
    activate(program, {
      viewProjection,
      origin: [position[0], horizon, position[2]],
      axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      image: panorama,
      minOpacity: 0,
    });
    setBuffersAndAttributes(gl, program, cylinder);
    drawBufferInfo(gl, cylinder, gl.TRIANGLE_STRIP);
    gl.depthMask(true);
  }

  function renderTrees(program: ProgramInfo, { viewProjection, position, ...view }: PlacedCamera) {
    gl.disable(gl.CULL_FACE);
    activate(program, { viewProjection, minOpacity: 0.4 });
    setBuffersAndAttributes(gl, program, square);
    const getDistance = ({ x, z }: PlacedTree) => Math.hypot(x - position[0], z - position[2]);
    for (const tree of [...trees].sort((a, b) => getDistance(b) - getDistance(a))) {
      const { x, z, texture } = tree;
      setUniforms(program, {
        origin: [x, 0, z],
        axes: [
          ...scale(view.right, TREE_IMAGE.width * tree.scale),
          ...scale(view.up, TREE_IMAGE.height * tree.scale),
          ...[0, 0, 0],
        ],
        image: texture,
      });
      drawBufferInfo(gl, square, gl.TRIANGLE_STRIP);
    }
  }

  function resize() {
    // A canvas of another size is empty until it is drawn.
    if (fitPixels(canvas)) renderNow();
  }

  function showScenery(shown: Shown): Promise<void> {
    const name = `${shown.season} ${shown.mood}`;
    if (scenery !== name) {
      scenery = name;
      sceneryLoaded = loadScenery(name, shown.season, daylight);
    }
    return sceneryLoaded;
  }

  /** Each image is drawn and copied in a task of its own. */
  async function loadScenery(name: string, season: Season, light: Light) {
    const images = new Map<string, Promise<HTMLCanvasElement>>();
    const drawTreeOnce = (tree: Tree) => {
      const key = `${tree.kind} ${tree.seed}`;
      const size = { ...tree, height: TREE_HEIGHT };
      const image =
        images.get(key) ?? drawSvg(() => drawTree(size, light, season === 'winter', TREE_IMAGE));
      images.set(key, image);
      return image;
    };
    const [sky, ...treeImages] = await Promise.all([
      drawSvg(() => drawPanorama(season, light, PANORAMA.width, PANORAMA.height)),
      ...createYardTrees(season).map(async (tree) => ({ tree, image: await drawTreeOnce(tree) })),
    ]);
    const textures = new Map<HTMLCanvasElement, WebGLTexture>();
    for (const image of new Set([sky, ...treeImages.map(({ image }) => image)])) {
      await nextTask();
      if (isDisposed || scenery !== name) break;
      const wrap = image === sky ? gl.MIRRORED_REPEAT : gl.CLAMP_TO_EDGE;
      textures.set(image, createImageTexture(gl, image, wrap));
    }
    if (isDisposed || scenery !== name) {
      for (const texture of textures.values()) gl.deleteTexture(texture);
      return;
    }
    deleteScenery();
    panorama = textures.get(sky);
    trees = treeImages.flatMap(({ tree: { x, z, height }, image }) => {
      const texture = textures.get(image);
      return texture ? [{ ...{ x, z, scale: height / TREE_HEIGHT }, texture }] : [];
    });
    renderSoon();
  }

  function deleteScenery() {
    for (const texture of new Set([panorama, ...trees.map(({ texture }) => texture)]))
      if (texture) gl.deleteTexture(texture);
  }

  /** Colors and details throw no shadows: many changes leave them as they are. */
  function updateShadows({ panels, inside, width, length, height, facing, mood }: Shown) {
    const positions = createCasterPositions(
      [...panels, ...inside].filter(({ casts }) => casts).map(({ corners }) => corners),
    );
    const nextSunshine = [width, length, height, facing, mood].join();
    if (sunshine === nextSunshine && isEqual(casterPositions, positions)) return;
    sunshine = nextSunshine;
    casterPositions = positions;
    casters.set({ position: positions });
    const reach = Math.hypot(width, length, height) * 0.5 + 5 + height;
    const from = m4.lookAt([...scale(daylight.sun, SUN_DISTANCE)], [0, 0, 0], [0, 1, 0]);
    const projection = m4.ortho(-reach, reach, -reach, reach, 20, 2 * SUN_DISTANCE);
    shadowProjection = m4.multiply(projection, m4.inverse(from));
    areShadowsCurrent = false;
  }

  /** The lawn is the same for all sheds; the pad and the grass around it are not. Returns false if nothing changed. */
  function showYard({ width, length, facing, season, mood }: Shown, light: Light): boolean {
    const nextMeadow = [season, mood].join();
    if (meadow !== nextMeadow) {
      meadow = nextMeadow;
      footprint = '';
      lawn.show(createLawn(season, light));
      grass = createTufts(season);
    }
    const nextFootprint = [width, length, facing].join();
    if (footprint === nextFootprint) return false;
    footprint = nextFootprint;
    pad.show(createMesh([createPad({ width, length, facing }, season)], light));
    tufts.show(filterTriangles(grass, (x, z) => !isOnPad({ width, length, facing }, x, z)));
    return true;
  }

  /** After the frame of the shed. @returns never resolved if another change comes first */
  async function showYardSoon(shown: Shown, light: Light): Promise<void> {
    cancelAnimationFrame(yardRequest);
    if (meadow === '') await nextTask();
    else {
      await new Promise((resolve) => {
        yardRequest = requestAnimationFrame(() => {
          yardRequest = requestAnimationFrame(resolve);
        });
      });
    }
    if (!isDisposed && showYard(shown, light)) renderSoon();
  }

  function showWalls(next: readonly InsideWall[], light: Light) {
    for (const { surface } of walls.splice(next.length)) surface.dispose();
    walls = next.map((wall, i) => {
      const surface = walls[i]?.surface ?? createSurface(gl);
      surface.show(createMesh(wall.panels, light));
      return { ...wall, surface };
    });
  }

  return {
    show(shown) {
      const { bulk, facing, season, mood } = shown;
      const light = createLight(mood, facing + SUN_AZIMUTH);
      daylight = light;
      background = getLawnColors(season, light).far;
      shed.show(createMesh(shown.panels, light));
      inside.show(createMesh(shown.inside, light));
      showWalls(shown.walls, light);
      pools.show(createMesh(shown.pools, light, { blend: (areas) => areas.slice(1) }));
      updateShadows(shown);
      lens = createCamera(bulk, PAGE_VIEWPOINT);
      renderSoon();
      // Without the scenery the shed is shown all the same.
      const sceneryShown = showScenery(shown).catch(() => undefined);
      return Promise.all([compilation, showYardSoon(shown, light), sceneryShown]).then(() => {});
    },
    look(next) {
      const { angle, tilt, zoom } = currentLook;
      currentLook = next;
      if (next.angle !== angle || next.tilt !== tilt || next.zoom !== zoom) renderSoon();
    },
    resize,
    copyTo(target) {
      // The browser discards what a canvas shows once it is on the screen.
      renderNow();
      target.width = canvas.width;
      target.height = canvas.height;
      target.getContext('2d')?.drawImage(canvas, 0, 0);
    },
    dispose() {
      isDisposed = true;
      cancelAnimationFrame(request);
      cancelAnimationFrame(yardRequest);
      deleteScenery();
      gl.deleteTexture(shadows.texture);
      gl.deleteFramebuffer(shadows.framebuffer);
      const inner = walls.map(({ surface }) => surface);
      for (const each of [lawn, pad, tufts, pools, inside, shed, casters, ...inner]) each.dispose();
    },
  };
}

/** Gives a canvas the pixels of its size on the screen. @returns false if it has them */
function fitPixels(canvas: HTMLCanvasElement): boolean {
  const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
  const width = Math.floor(canvas.clientWidth * ratio);
  const height = Math.floor(canvas.clientHeight * ratio);
  if (width === 0 || height === 0) return false;
  if (canvas.width === width && canvas.height === height) return false;
  Object.assign(canvas, { width, height });
  return true;
}

type Attributes = Record<string, Float32Array>;

const COMPONENTS: Record<string, number> = { position: 3, normal: 3, color: 4, texcoord: 2 };

type Surface = ReturnType<typeof createSurface>;

/** Triangles on the graphics card. Buffers have a fixed size there: they are filled again as long as they suffice. */
function createSurface(gl: WebGL2RenderingContext) {
  let buffers: BufferInfo | undefined;
  let room = 0;
  let count = 0;
  const deleteBuffers = () => {
    for (const { buffer } of Object.values(buffers?.attribs ?? {})) gl.deleteBuffer(buffer);
  };
  function set(attributes: Attributes) {
    count = (attributes.position?.length ?? 0) / 3;
    if (count > room) {
      deleteBuffers();
      room = Math.ceil(count * SPARE_ROOM);
      const sizes = Object.keys(attributes).map((name) => {
        const numComponents = COMPONENTS[name] ?? 3;
        return [name, { numComponents, data: room * numComponents, drawType: gl.DYNAMIC_DRAW }];
      });
      const attribs = createAttribsFromArrays(gl, Object.fromEntries(sizes));
      buffers = { numElements: room, attribs };
    }
    for (const [name, values] of Object.entries(attributes)) {
      const attribute = buffers?.attribs?.[name];
      if (attribute) setAttribInfoBufferFromArray(gl, attribute, values, 0);
    }
  }
  return {
    set,
    show: ({ positions, normals, colors }: Mesh) =>
      set({ position: positions, normal: normals, color: colors }),
    draw(program: ProgramInfo) {
      if (!buffers || count === 0) return;
      setBuffersAndAttributes(gl, program, buffers);
      drawBufferInfo(gl, buffers, gl.TRIANGLES, count);
    },
    dispose: deleteBuffers,
  };
}

/** A vertical line of an image: where it stands in feet, and its share of the image's width. */
type Column = { x: number; z: number; share: number };

/** The surface of an image that stands upright. @param bottom and top in feet */
function createBand(
  gl: WebGL2RenderingContext,
  columns: readonly Column[],
  bottom: number,
  top: number,
): BufferInfo {
  const attribs = createAttribsFromArrays(gl, {
    position: { numComponents: 3, data: columns.flatMap(({ x, z }) => [x, bottom, z, x, top, z]) },
    texcoord: { numComponents: 2, data: columns.flatMap(({ share }) => [share, 0, share, 1]) },
  });
  return { numElements: 2 * columns.length, attribs };
}

const SQUARE: readonly Column[] = [
  { x: -0.5, z: 0, share: 0 },
  { x: 0.5, z: 0, share: 1 },
];

/** For an image beside its mirror image. */
const CYLINDER = Array.from({ length: PANORAMA_SIDES + 1 }, (_, i): Column => {
  const angle = (i / PANORAMA_SIDES) * 2 * Math.PI;
  return {
    x: Math.sin(angle) * PANORAMA_RADIUS,
    z: Math.cos(angle) * PANORAMA_RADIUS,
    share: (2 * i) / PANORAMA_SIDES,
  };
});

/** A map of depths as the sun sees them, which tells whether a point is in its light. */
function createShadowMap(gl: WebGL2RenderingContext) {
  const texture = createTexture(gl, {
    ...{ width: SHADOW_MAP_SIZE, height: SHADOW_MAP_SIZE, auto: false },
    ...{ internalFormat: gl.DEPTH_COMPONENT24, format: gl.DEPTH_COMPONENT, type: gl.UNSIGNED_INT },
    ...{ compareMode: gl.COMPARE_REF_TO_TEXTURE, compareFunc: gl.LEQUAL },
    ...{ minMag: gl.LINEAR, wrap: gl.CLAMP_TO_EDGE },
  });
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
  gl.drawBuffers([gl.NONE]);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return { texture, framebuffer };
}

const createImageTexture = (gl: WebGL2RenderingContext, src: TexImageSource, wrapS: number) =>
  createTexture(gl, {
    ...{ src, flipY: 1, wrapS, wrapT: gl.CLAMP_TO_EDGE },
    ...{ min: gl.LINEAR_MIPMAP_LINEAR, mag: gl.LINEAR },
  });

/** Ends a task and, where browsers know priorities, goes on before what else waits, such as hydration. */
export async function nextTask(): Promise<void> {
  const { scheduler } = globalThis;
  if (scheduler?.postTask) await scheduler.postTask(() => {}, { priority: 'user-blocking' });
  else await new Promise((resolve) => setTimeout(resolve));
}

async function drawSvg(createSvg: () => string): Promise<HTMLCanvasElement> {
  await nextTask();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([createSvg()], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas;
}

/** The triangles that begin at a point that is selected; feet. */
function filterTriangles(
  { positions, normals, colors }: Mesh,
  isSelected: (x: number, z: number) => boolean,
): Mesh {
  const size = positions.length / 9;
  const selected = Array.from({ length: size }, (_, i) => i).filter((i) =>
    isSelected(positions[9 * i] ?? 0, positions[9 * i + 2] ?? 0),
  );
  const select = (values: Float32Array, numbers: number) => {
    const result = new Float32Array(selected.length * numbers);
    for (const [i, triangle] of selected.entries())
      result.set(values.subarray(triangle * numbers, (triangle + 1) * numbers), i * numbers);
    return result;
  };
  return {
    positions: select(positions, 9),
    normals: select(normals, 9),
    colors: select(colors, 12),
  };
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
