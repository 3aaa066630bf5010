// Renders two heads in silhouette in front of a low sun over the sea. Everything is flat, at different distances. The
// light around an edge is computed from softened copies of the shapes.

uniform sampler2D uHer;
uniform sampler2D uHim;
uniform vec4 uPose;       // distance between the faces, her lean, his lean, breath
uniform vec2 uCamera;     // sideways shift, nearness

const vec2 SUN = vec2(0.02, 0.02);
const float SEA = -0.16;

vec4 figure(sampler2D shape, vec2 p, out vec2 edge) {
  if (p.x < 0.002 || p.x > 0.998 || p.y > 0.998) { edge = vec2(0.0); return vec4(0.0); }
  // The shoulders continue below the image.
  vec2 at = vec2(p.x, max(p.y, 0.02));
  vec4 c = textureLod(shape, at, 0.0);
  const vec2 e = vec2(0.012, 0.0);
  edge = vec2(textureLod(shape, at + e.xy, 0.0).b - textureLod(shape, at - e.xy, 0.0).b,
    textureLod(shape, at + e.yx, 0.0).b - textureLod(shape, at - e.yx, 0.0).b);
  return c;
}

vec3 sky(vec2 p) {
  float h = p.y - SEA, r = length((p - SUN) * vec2(0.8, 1.0));
  vec3 c = mix(vec3(0.26, 0.075, 0.055), vec3(0.012, 0.020, 0.060), smoothstep(0.0, 0.95, h));
  c += vec3(0.9, 0.30, 0.09) * 0.55 * exp(-r * 2.6) + vec3(1.0, 0.55, 0.2) * 0.8 * exp(-r * 7.0);
  float veil = fbm2(p * vec2(1.6, 9.0) + vec2(0.25 * sin(2.0 * PI * uTime / uLoop), 3.0), 4);
  c *= 0.86 + 0.34 * veil * smoothstep(0.0, 0.4, h);
  return c + vec3(1.0, 0.72, 0.38) * 5.0 * smoothstep(0.105, 0.098, length(p - SUN));
}

vec3 scenery(vec2 p) {
  if (p.y > SEA) return sky(p);
  float below = SEA - p.y, far_ = 0.05 / (below + 0.02);
  vec2 w = vec2((p.x - SUN.x) * far_ * 14.0, far_ * 30.0);
  float a = 2.0 * PI * uTime / uLoop;
  float glint = 0.0;
  for (int i = 0; i < 3; i++) {
    float f = 1.0 + float(i) * 0.9;
    glint += 0.5 + 0.5 * sin(w.x * f * 1.3 + w.y * f + a * float(i + 2) + 3.0 * noise2(w * f * 0.35 + float(i) * 9.0));
  }
  glint = pow(glint / 3.0, 4.0);
  float path = exp(-sq((p.x - SUN.x) / (0.07 + below * 0.55)));
  vec3 c = mix(vec3(0.17, 0.055, 0.045), vec3(0.010, 0.014, 0.034), smoothstep(0.0, 0.4, below));
  return c + vec3(1.0, 0.48, 0.16) * glint * path * 3.2 + vec3(0.5, 0.16, 0.06) * 0.18 * path;
}

/** Returns the light around a figure's edge, which appears where the edge faces the sun. */
vec3 lit(vec4 c, vec2 edge, vec2 p, vec2 side) {
  vec2 out_ = -edge * side;
  float rim = sat((c.r - c.g) * 2.0) * sat(dot(out_, normalize(SUN - p)) * 14.0 + 0.25);
  float wrap = sat(c.r - c.b) * 0.5;
  return vec3(0.010, 0.009, 0.016) + vec3(1.0, 0.42, 0.14) * (rim * 1.7 + wrap * 0.10) + vec3(0.05, 0.07, 0.16) * wrap * 0.2;
}

void main() {
  vec2 p = (2.0 * (gl_FragCoord.xy + uJitter) - uSize) / uSize.y;
  p = p / uCamera.y;
  vec2 soft = uLens * 0.010;
  vec3 c = scenery(p + vec2(uCamera.x * 0.25, 0.0) + soft);
  const float SCALE = 2.0;
  vec2 edge;
  for (int i = 0; i < 2; i++) {
    float side = i == 0 ? 1.0 : -1.0, lean = i == 0 ? uPose.y : uPose.z;
    // Each head has its lips toward the middle and leans around the base of the neck.
    vec2 q = vec2((p.x + uCamera.x) * side + uPose.x, p.y + 0.02 + 0.012 * side);
    vec2 neck = vec2(-0.45, -0.82);
    q = turn(lean) * (q - neck) + neck;
    vec2 at = vec2(0.722 + q.x / SCALE, 0.475 + q.y / SCALE);
    vec4 shape = i == 0 ? figure(uHer, at, edge) : figure(uHim, at, edge);
    c = mix(c, lit(shape, edge, p, vec2(side, 1.0)), smoothstep(0.35, 0.65, shape.r));
  }
  // The haze between the lens and the sun.
  c += vec3(1.0, 0.42, 0.15) * 0.075 * exp(-length(p - SUN) * 1.8) * (1.0 + 0.15 * uPose.w);
  outColor = vec4(c, 1.0);
}
