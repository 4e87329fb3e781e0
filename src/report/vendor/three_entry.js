// SPDX-License-Identifier: Apache-2.0
// What the report's page uses of three.js; `renew` bundles it into three.min.js.
export {
  BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide, DynamicDrawUsage,
  Group, HemisphereLight, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial,
  OrthographicCamera, Points, PointsMaterial, Quaternion, Scene, ShapeUtils, Vector2, Vector3, WebGLRenderer,
} from 'three';
export { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
export { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
export { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
export { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
