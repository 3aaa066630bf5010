#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

// Defines the code that all scenes share. Each scene has its own units. +y is up, light is linear, and the sum of
// samples is developed later.

uniform vec2 uSize;
uniform float uTime;        // seconds, inside the open shutter
uniform float uLoop;        // seconds of one turn of the loop
uniform vec2 uJitter;       // position inside the pixel, -0.5 to 0.5
uniform vec2 uLens;         // position on the lens, inside the unit circle
uniform float uSample;      // number of the sample
uniform vec3 uEye;
uniform vec3 uTarget;
uniform float uRoll;
uniform float uFocal;       // focal length, divided by half the image's height
uniform float uFocus;       // distance in focus along the axis
uniform float uAperture;    // radius of the lens
out vec4 outColor;

const float PI = 3.14159265;

float sq(float x) { return x * x; }
float sat(float x) { return clamp(x, 0.0, 1.0); }
mat2 turn(float a) { float c = cos(a), s = sin(a); return mat2(c, -s, s, c); }

// Integer hashes are the same on every machine and have none of the patterns of sin().
uint mixBits(uint x) { x ^= x >> 16U; x *= 0x7feb352dU; x ^= x >> 15U; x *= 0x846ca68bU; return x ^ (x >> 16U); }
float unit(uint x) { return float(x >> 8U) / 16777216.0; }
float hash1(uint x) { return unit(mixBits(x)); }
float hash2(vec2 p) { ivec2 i = ivec2(floor(p)); return unit(mixBits(uint(i.x) * 0x9e3779b9U ^ mixBits(uint(i.y)))); }
float hash3(vec3 p) { ivec3 i = ivec3(floor(p)); return unit(mixBits(uint(i.x) * 0x9e3779b9U ^ mixBits(uint(i.y) ^ mixBits(uint(i.z) + 77U)))); }

float noise2(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  return mix(mix(hash2(i), hash2(i + vec2(1, 0)), f.x), mix(hash2(i + vec2(0, 1)), hash2(i + vec2(1, 1)), f.x), f.y);
}
float noise3(vec3 p) {
  vec3 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash3(i), hash3(i + vec3(1, 0, 0)), f.x), mix(hash3(i + vec3(0, 1, 0)), hash3(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash3(i + vec3(0, 0, 1)), hash3(i + vec3(1, 0, 1)), f.x), mix(hash3(i + vec3(0, 1, 1)), hash3(i + vec3(1)), f.x), f.y), f.z);
}
float fbm2(vec2 p, int octaves) {
  float sum = 0.0, weight = 0.5;
  for (int i = 0; i < octaves; i++) { sum += weight * noise2(p); p = mat2(1.6, 1.2, -1.2, 1.6) * p + 17.0; weight *= 0.5; }
  return sum;
}

// Signed distances.
float box2(vec2 p, vec2 size) { vec2 q = abs(p) - size; return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0); }
float box3(vec3 p, vec3 size) { vec3 q = abs(p) - size; return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0); }
/** Adds the thickness `half_` and an edge of radius `r` to a flat shape of distance `d`. */
float extrude(float d, float z, float half_, float r) {
  vec2 q = vec2(d, abs(z) - half_) + r;
  return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - r;
}
float smin(float a, float b, float k) { float h = max(k - abs(a - b), 0.0) / k; return min(a, b) - h * h * k * 0.25; }
float smax(float a, float b, float k) { return -smin(-a, -b, k); }

/**
 * Computes the ray of this pixel and sample through a thin lens. `axial` is the cosine that converts ray lengths to
 * depths.
 */
void cameraRay(out vec3 ro, out vec3 rd, out float axial) {
  vec2 uv = (2.0 * (gl_FragCoord.xy + uJitter) - uSize) / uSize.y;
  vec3 forward = normalize(uTarget - uEye);
  vec3 right = normalize(cross(forward, vec3(sin(uRoll), cos(uRoll), 0.0)));
  vec3 up = cross(right, forward);
  vec3 through = normalize(forward * uFocal + right * uv.x + up * uv.y);
  // Each pixel rotates the lens by its own angle, so few samples make fine grain instead of doubled edges.
  uint px = uint(gl_FragCoord.x), py = uint(gl_FragCoord.y);
  float angle = 2.0 * PI * fract(52.9829189 * fract(0.06711056 * float(px) + 0.00583715 * float(py)));
  vec2 lens = turn(angle) * uLens * uAperture;
  vec3 focus = uEye + through * (uFocus / dot(through, forward));
  ro = uEye + right * lens.x + up * lens.y;
  rd = normalize(focus - ro);
  axial = dot(rd, forward);
}
/** Returns the radius in pixels of the disc that a point at this depth becomes. It is stored in a sample's alpha. */
float confusion(float depth) {
  return uAperture * uFocal * abs(depth - uFocus) / (uFocus * max(depth, 1e-3)) * uSize.y * 0.5;
}
void emit(vec3 light, float depth) { outColor = vec4(min(light, vec3(9.0)), min(confusion(depth), 60.0)); }

/**
 * Returns a lamp's face as a mirror sees it, from 0 outside to 1 in the middle. The face is a rectangle at `at` that
 * faces along `facing`. It has half sizes along `right` and its other axis. Its edge is `soft` wide, and a rough mirror
 * sees a softer edge.
 */
float lampFace(vec3 ro, vec3 rd, vec3 at, vec3 facing, vec3 right, vec2 size, float soft) {
  float slope = dot(rd, facing);
  float t = dot(at - ro, facing) / (abs(slope) < 1e-4 ? 1e-4 : slope);
  if (t <= 0.0) return 0.0;
  vec3 p = ro + rd * t - at;
  vec2 q = vec2(dot(p, right), dot(p, cross(facing, right)));
  float s = soft * (0.3 + t);
  // The blur dims a lamp that is smaller than the blur.
  vec2 inside = smoothstep(-s, s, size - abs(q)) * min(size / s, 1.0);
  return inside.x * inside.y;
}
float fresnel(float cosine, float f0) { return f0 + (1.0 - f0) * pow(sat(1.0 - cosine), 5.0); }
