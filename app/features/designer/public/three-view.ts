import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  ColorManagement,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  LinearSRGBColorSpace,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MirroredRepeatWrapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Sprite,
  SpriteMaterial,
  WebGLRenderer,
} from 'three';
import type { InsideWall } from '#drawing/framing/open-shed.ts';
import type { Rgb } from '#drawing/geometry/color.ts';
import { createLight, type Light, type Mood } from '#drawing/geometry/light.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { type Bulk, createCamera, PAGE_VIEWPOINT } from '#drawing/geometry/viewpoint.ts';
import {
  createCasterPositions,
  createMesh,
  type Mesh as Triangles,
} from '#drawing/views/model/mesh.ts';
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
import { type Look, placeCamera } from './three-camera.ts';

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

export type ThreeView = {
  /** Resolved when sky and trees are there too. */
  show(shown: Shown): Promise<void>;
  look(look: Look): void;
  resize(): void;
  /** Draws the view onto another canvas, for paper. */
  copyTo(target: HTMLCanvasElement): void;
  dispose(): void;
};

const PANORAMA_RADIUS = 700;
const PANORAMA = { width: 2048, height: 512 };
/** Trees are drawn at this height and scaled; feet. */
const TREE_HEIGHT = 25;
const TREE_IMAGE = { width: 22, height: 28, pixelsPerFoot: 12 };
const SHADOW_MAP_SIZE = 2048;
/** Towards the sun from the side of the entrance, in degrees, as in the images. */
const SUN_AZIMUTH = 20;
const MAX_PIXEL_RATIO = 2;
const SPARE_ROOM = 1.5;

// Light is calculated as in the images: with the numbers of the colors.
ColorManagement.enabled = false;

/** Shows sheds on a canvas. @throws if WebGL is unavailable */
export function createThreeView(canvas: HTMLCanvasElement): ThreeView {
  const context = canvas.getContext('webgl2', { antialias: true, powerPreference: 'low-power' });
  if (!context) throw new Error('WebGL is unavailable');
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;
  const scene = new Scene();
  const camera = new PerspectiveCamera();
  const sun = new DirectionalLight();
  sun.castShadow = true;
  sun.shadow.mapSize.set(SHADOW_MAP_SIZE, SHADOW_MAP_SIZE);
  sun.shadow.bias = -0.0006;
  sun.shadow.normalBias = 0.06;
  const sky = new HemisphereLight();
  const paint = { vertexColors: true, transparent: true };
  const surface = new MeshLambertMaterial(paint);
  const createSurface = (material = surface) => {
    const mesh = new Mesh(new BufferGeometry(), material);
    mesh.receiveShadow = true;
    // All of it is in view, mostly: finding out costs more than it saves.
    mesh.frustumCulled = false;
    return mesh;
  };
  const shed = createSurface();
  // Within a pixel the depth of a face seen from its edge is inexact: studs would be seen through the siding.
  const inside = createSurface(
    new MeshLambertMaterial({ ...paint, polygonOffset: true, polygonOffsetFactor: 1 }),
  );
  // Translucent details of the siding are drawn over it.
  inside.renderOrder = -0.25;
  const casters = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ colorWrite: false, depthWrite: false, side: DoubleSide }),
  );
  casters.castShadow = true;
  casters.frustumCulled = false;
  const [lawn, pad, tufts] = [createSurface(), createSurface(), createSurface()];
  for (const ground of [lawn, pad, tufts]) ground.renderOrder = -1;
  const pools = createSurface();
  pools.renderOrder = -0.5;
  const panoramaHeight = (Math.PI * PANORAMA_RADIUS * PANORAMA.height) / PANORAMA.width;
  const panorama = new Mesh(
    new CylinderGeometry(PANORAMA_RADIUS, PANORAMA_RADIUS, panoramaHeight, 48, 1, true),
    new MeshBasicMaterial({ side: BackSide, depthWrite: false }),
  );
  panorama.renderOrder = -2;
  let walls: (InsideWall & { mesh: typeof shed })[] = [];
  let trees = new Group();
  scene.add(sky, sun, sun.target, panorama, lawn, pad, tufts, pools, casters, inside, shed, trees);

  let looked: Look = { angle: 0, tilt: 0, zoom: 1 };
  let lens = createCamera({ w: 10, d: 10, h: 10 }, PAGE_VIEWPOINT);
  let scenery = '';
  let meadow = '';
  let footprint = '';
  let grass: Triangles = createMesh([], createLight('noon', 0));
  let sunshine = '';
  let casterPositions: Float32Array = new Float32Array();
  let sceneryLoaded = Promise.resolve();
  let request = 0;
  let yardRequest = 0;
  let isDisposed = false;

  const render = () => {
    request = 0;
    placeCamera(camera, lens, looked, canvas.clientWidth || 1, canvas.clientHeight || 1);
    // From above, the lawn ends below the horizon, where the hills begin.
    const horizon = lens.eye[1] + panoramaHeight * (PANORAMA_HORIZON - 0.5);
    panorama.position.set(camera.position.x, horizon, camera.position.z);
    for (const { mesh, out, distance } of walls) {
      const { x, y, z } = camera.position;
      mesh.visible = out[0] * x + out[1] * y + out[2] * z < distance;
    }
    renderer.render(scene, camera);
  };
  const renderSoon = () => {
    if (request === 0 && !isDisposed) request = requestAnimationFrame(render);
  };

  function resize() {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    renderer.setSize(width, height, false);
    renderSoon();
  }

  function showScenery(shown: Shown, light: Light): Promise<void> {
    const name = `${shown.season} ${shown.mood}`;
    if (scenery !== name) {
      scenery = name;
      sceneryLoaded = loadScenery(name, shown.season, light);
    }
    return sceneryLoaded;
  }

  async function loadScenery(name: string, season: Season, light: Light) {
    const textures = new Map<string, Promise<CanvasTexture>>();
    const loadTree = (tree: Tree) => {
      const key = `${tree.kind} ${tree.seed}`;
      const svg = () =>
        drawTree({ ...tree, height: TREE_HEIGHT }, light, season === 'winter', TREE_IMAGE);
      const texture = textures.get(key) ?? loadDrawing(svg());
      textures.set(key, texture);
      return texture;
    };
    const sprites = await Promise.all(
      createYardTrees(season).map(async (tree) => {
        const map = await loadTree(tree);
        const sprite = new Sprite(new SpriteMaterial({ map, alphaTest: 0.4 }));
        const scale = tree.height / TREE_HEIGHT;
        sprite.center.set(0.5, 0);
        sprite.scale.set(TREE_IMAGE.width * scale, TREE_IMAGE.height * scale, 1);
        sprite.position.set(tree.x, 0, tree.z);
        return sprite;
      }),
    );
    const sky = await loadDrawing(drawPanorama(season, light, PANORAMA.width, PANORAMA.height));
    if (isDisposed || scenery !== name) return;
    sky.wrapS = MirroredRepeatWrapping;
    sky.repeat.x = 2;
    disposeMaterial(panorama.material);
    panorama.material = new MeshBasicMaterial({ map: sky, side: BackSide, depthWrite: false });
    for (const old of trees.children) if (old instanceof Sprite) disposeMaterial(old.material);
    scene.remove(trees);
    trees = new Group();
    trees.add(...sprites);
    scene.add(trees);
    renderSoon();
  }

  /** Colors and details throw no shadows: many changes leave them as they are. */
  function updateShadows(
    { panels, inside, width, length, height, facing, mood }: Shown,
    light: Light,
  ) {
    const positions = createCasterPositions(
      [...panels, ...inside].filter(({ casts }) => casts).map(({ corners }) => corners),
    );
    const nextSunshine = [width, length, height, facing, mood].join();
    if (sunshine === nextSunshine && isEqual(casterPositions, positions)) return;
    sunshine = nextSunshine;
    casterPositions = positions;
    setAttribute(casters.geometry, 'position', positions, 3);
    casters.geometry.setDrawRange(0, positions.length / 3);
    sun.position.set(...light.sun).multiplyScalar(120);
    const reach = Math.hypot(width, length, height) * 0.5 + 5 + height;
    const { camera: frustum } = sun.shadow;
    frustum.left = -reach;
    frustum.right = reach;
    frustum.top = reach;
    frustum.bottom = -reach;
    frustum.near = 20;
    frustum.far = 240;
    frustum.updateProjectionMatrix();
    renderer.shadowMap.needsUpdate = true;
  }

  /** The lawn is the same for all sheds; the pad and the grass around it are not. Returns false if nothing changed. */
  function showYard({ width, length, facing, season, mood }: Shown, light: Light): boolean {
    const nextMeadow = [season, mood].join();
    if (meadow !== nextMeadow) {
      meadow = nextMeadow;
      footprint = '';
      setTriangles(lawn.geometry, createMesh(createLawn(season, light), light));
      grass = createMesh(createTufts(season), light);
      setTriangles(tufts.geometry, grass);
    }
    const nextFootprint = [width, length, facing].join();
    if (footprint === nextFootprint) return false;
    footprint = nextFootprint;
    setTriangles(pad.geometry, createMesh([createPad({ width, length, facing }, season)], light));
    selectTriangles(tufts.geometry, grass, (x, z) => !isOnPad({ width, length, facing }, x, z));
    return true;
  }

  function showWalls(next: readonly InsideWall[], light: Light) {
    for (const { mesh } of walls.splice(next.length)) {
      scene.remove(mesh);
      mesh.geometry.dispose();
    }
    walls = next.map((wall, i) => {
      const mesh = walls[i]?.mesh ?? createSurface();
      setTriangles(mesh.geometry, createMesh(wall.panels, light));
      scene.add(mesh);
      return { ...wall, mesh };
    });
  }

  function showYardSoon(shown: Shown, light: Light) {
    cancelAnimationFrame(yardRequest);
    if (meadow === '') {
      showYard(shown, light);
      return;
    }
    yardRequest = requestAnimationFrame(() => {
      yardRequest = requestAnimationFrame(() => {
        if (showYard(shown, light)) renderSoon();
      });
    });
  }

  return {
    show(shown) {
      const { panels, bulk, facing, season, mood } = shown;
      const light = createLight(mood, facing + SUN_AZIMUTH);
      setTriangles(shed.geometry, createMesh(panels, light));
      setTriangles(inside.geometry, createMesh(shown.inside, light));
      showWalls(shown.walls, light);
      const withoutGround = createMesh(shown.pools, light, { blend: (areas) => areas.slice(1) });
      setTriangles(pools.geometry, withoutGround);
      showYardSoon(shown, light);
      renderer.setClearColor(toNumber(getLawnColors(season, light).far));
      // Lambert's law divides by it.
      sun.color.setRGB(...light.sunlight).multiplyScalar(Math.PI);
      sky.color.setRGB(...light.ambient).multiplyScalar(Math.PI);
      sky.groundColor.setRGB(...light.ambient).multiplyScalar(0.72 * Math.PI);
      updateShadows(shown, light);
      lens = createCamera(bulk, PAGE_VIEWPOINT);
      renderSoon();
      return showScenery(shown, light);
    },
    look(next) {
      const { angle, tilt, zoom } = looked;
      looked = next;
      if (next.angle !== angle || next.tilt !== tilt || next.zoom !== zoom) renderSoon();
    },
    resize,
    copyTo(target) {
      // The browser discards what a canvas shows once it is on the screen.
      render();
      target.width = canvas.width;
      target.height = canvas.height;
      target.getContext('2d')?.drawImage(canvas, 0, 0);
    },
    dispose() {
      isDisposed = true;
      cancelAnimationFrame(request);
      cancelAnimationFrame(yardRequest);
      renderer.dispose();
    },
  };
}

function setTriangles(geometry: BufferGeometry, { positions, normals, colors }: Triangles) {
  const corners = positions.length / 3;
  setAttribute(geometry, 'position', positions, 3);
  setAttribute(geometry, 'normal', normals, 3);
  setAttribute(geometry, 'color', colors, 4);
  geometry.setDrawRange(0, corners);
}

/** Buffers on the graphics card have a fixed size: they are filled again as long as they suffice. */
function setAttribute(
  geometry: BufferGeometry,
  name: string,
  values: Float32Array,
  itemSize: number,
) {
  const present = geometry.getAttribute(name);
  if (present instanceof BufferAttribute && present.array.length >= values.length) {
    present.array.set(values);
    present.clearUpdateRanges();
    present.addUpdateRange(0, values.length);
    present.needsUpdate = true;
    return;
  }
  geometry.dispose();
  const count = Math.ceil((values.length / itemSize) * SPARE_ROOM);
  const larger = new Float32Array(count * itemSize);
  larger.set(values);
  geometry.setAttribute(name, new BufferAttribute(larger, itemSize));
}

function selectTriangles(
  geometry: BufferGeometry,
  { positions }: Triangles,
  isSelected: (x: number, z: number) => boolean,
): void {
  const corners = positions.length / 3;
  const present = geometry.index;
  const index =
    present && present.count >= corners
      ? present
      : new BufferAttribute(new Uint16Array(corners), 1);
  let count = 0;
  for (let i = 0; i < corners; i += 3) {
    if (!isSelected(positions[3 * i] ?? 0, positions[3 * i + 2] ?? 0)) continue;
    for (const corner of [i, i + 1, i + 2]) index.setX(count++, corner);
  }
  index.needsUpdate = true;
  geometry.setIndex(index);
  geometry.setDrawRange(0, count);
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function disposeMaterial(material: MeshBasicMaterial | SpriteMaterial) {
  material.map?.dispose();
  material.dispose();
}

async function loadDrawing(svg: string): Promise<CanvasTexture> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new CanvasTexture(canvas);
}

const toNumber = (color: Rgb) =>
  color.reduce((sum, channel) => sum * 256 + Math.round(Math.min(255, channel)), 0);
