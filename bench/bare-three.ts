import {
  BoxGeometry,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  WebGLRenderer,
} from 'three';

// In the browser: a box with a shadow, the least that showing anything with three.js takes.

const canvas = document.body.appendChild(document.createElement('canvas'));
canvas.style.cssText = 'display:block;width:100vw;height:75vw';
const renderer = new WebGLRenderer({ canvas, antialias: true });
renderer.setPixelRatio(devicePixelRatio);
renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
renderer.shadowMap.enabled = true;
const scene = new Scene();
const camera = new PerspectiveCamera(40, 4 / 3);
camera.position.set(3, 2, 5);
camera.lookAt(0, 0, 0);
const sun = new DirectionalLight(0xffffff, 3);
sun.position.set(2, 4, 3);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
const box = new Mesh(new BoxGeometry(), new MeshLambertMaterial({ color: 0x996633 }));
const ground = new Mesh(new PlaneGeometry(9, 9), new MeshLambertMaterial({ color: 0x88aa66 }));
ground.rotation.x = -Math.PI / 2;
ground.position.y = -0.5;
box.castShadow = true;
ground.receiveShadow = true;
scene.add(sun, new HemisphereLight(), box, ground);
requestAnimationFrame(() => {
  renderer.render(scene, camera);
  requestAnimationFrame(() => canvas.setAttribute('data-ready', ''));
});
