// Renders hills cut from paper, one behind the other, seen from the side by a moving camera. Everything is flat. Each
// sheet casts a shadow on the sheet behind it.

uniform vec3 uSkyTop, uSkyLow, uFar, uNear, uSunLight;
uniform vec3 uSun;         // center and radius
uniform float uTrees;      // 0 for none, 1 for many

const int SHEETS = 5;

/** Returns the height of a sheet's edge, from -1 to 1. It repeats after each `period`. */
float ridge(float x, float period, float seed) {
  float a = 2.0 * PI * x / period;
  return 0.55 * sin(a + seed) + 0.3 * sin(2.0 * a + seed * 2.3) + 0.15 * sin(5.0 * a + seed * 4.1);
}

/** Returns how far `p` is inside a pointed tree on a ridge, in units of the image. */
float tree(vec2 p, float ground, float x, float period, float seed, float size) {
  float count = floor(period / (size * 0.8));
  float cell = floor(x / period * count), inCell = (x / period * count - cell - 0.5) * period / count;
  uint n = uint(mod(cell, count)) + uint(seed * 31.0);
  if (hash1(n) > uTrees) return -1.0;
  float tall = size * (0.7 + 0.9 * hash1(n + 57U)), up = (p.y - ground + size * 0.2) / tall;
  return up < 0.0 || up > 1.0 ? -1.0 : 0.26 * tall * (1.0 - up) - abs(inCell + size * 0.25 * (hash1(n + 91U) - 0.5));
}

void main() {
  vec2 p = (2.0 * (gl_FragCoord.xy + uJitter) - uSize) / uSize.y;
  vec3 c = mix(uSkyLow, uSkyTop, smoothstep(-0.2, 1.0, p.y));
  // Rings around the sun, of increasingly thin paper.
  float away = length(p - uSun.xy);
  for (int i = 3; i > 0; i--) c += uSunLight * 0.05 * smoothstep(0.004, -0.004, away - uSun.z * (1.0 + float(i * i) * 0.33));
  c = mix(c, uSunLight, smoothstep(0.004, -0.004, away - uSun.z));

  for (int i = 0; i < SHEETS; i++) {
    float near = float(i) / float(SHEETS - 1), seed = float(i) * 1.7 + 0.4;
    float period = mix(0.9, 2.6, near), size = mix(0.06, 0.26, near);
    float x = p.x + period * uTime / uLoop + seed;
    float ground = mix(0.12, -0.78, near) + mix(0.09, 0.16, near) * ridge(x, period, seed);
    float inside = max(ground - p.y, i > 0 ? tree(p, ground, x, period, seed, size) : -1.0);
    vec3 sheet = mix(uFar, uNear, pow(near, 0.6)) * (0.75 + 0.4 * smoothstep(-0.35, 0.0, p.y - ground));
    c *= 1.0 - 0.3 * exp(-max(0.0, -inside) * 40.0);
    c = mix(c, sheet, smoothstep(-0.002, 0.002, inside));
  }
  outColor = vec4(c, 1.0);
}
