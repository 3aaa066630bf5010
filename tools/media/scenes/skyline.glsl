// Renders a city across the water after sunset. Rows of houses are at different distances, so they move past each other
// as the camera sways. Some windows go dark and light up again.

uniform float uSway;       // the camera's sway

const float SHORE = -0.28;
const int ROWS = 4;

vec3 evening(vec2 p) {
  float h = p.y - SHORE;
  vec3 c = mix(vec3(0.62, 0.20, 0.07), vec3(0.02, 0.03, 0.085), smoothstep(0.0, 0.95, h));
  c += vec3(1.0, 0.42, 0.14) * 0.9 * exp(-length((p - vec2(0.25, SHORE)) * vec2(0.9, 1.5)) * 2.4);
  return c * (0.85 + 0.3 * fbm2(p * vec2(1.3, 6.0) + 4.0, 4) * smoothstep(0.1, 0.6, h));
}

vec3 city(vec2 p) {
  vec3 c = evening(p);
  for (int i = 0; i < ROWS; i++) {
    float near = float(i) / float(ROWS - 1), wide = mix(0.11, 0.24, near);
    float x = (p.x + uSway * mix(0.15, 1.0, near)) / wide + float(i) * 13.37 + 50.0;
    float cell = floor(x), inCell = (x - cell) * wide;
    uint n = uint(cell) * 7U + uint(i) * 977U;
    float gap = wide * 0.18 * hash1(n + 1U);
    float tall = mix(0.34, 0.16, near) + mix(0.42, 0.5, near) * pow(hash1(n), 2.2);
    float h = p.y - SHORE;
    // Some houses get narrower toward the top and end in a mast.
    float stepped = hash1(n + 2U) > 0.55 && h > tall * 0.8 ? wide * 0.16 : 0.0;
    float mast = hash1(n + 3U) > 0.6 ? step(abs(inCell - wide * 0.5), 0.0035) * step(h, tall * 1.22) : 0.0;
    bool isWall = h < tall && inCell > gap + stepped && inCell < wide - stepped;
    if (!isWall && mast < 0.5) continue;
    vec3 wall = mix(vec3(0.16, 0.07, 0.06), vec3(0.008, 0.009, 0.018), 0.25 + 0.75 * near) * (1.2 - 0.6 * h);
    if (isWall) {
      vec2 grid = vec2(0.026, 0.042) * mix(0.8, 1.25, near), at = vec2(inCell - gap, h) / grid;
      vec2 pane = fract(at);
      uint w = mixBits(uint(floor(at.x)) * 131U + uint(floor(at.y)) * 7919U + n);
      float turns = 0.5 + 0.5 * sin(2.0 * PI * (uTime / uLoop + hash1(w + 4U)));
      float lit = step(hash1(w), 0.17 * near + 0.05) * (hash1(w + 5U) > 0.8 ? smoothstep(0.3, 0.5, turns) : 1.0);
      float frame = step(0.22, pane.x) * step(pane.x, 0.78) * step(0.25, pane.y) * step(pane.y, 0.75);
      wall += mix(vec3(1.0, 0.50, 0.17), vec3(1.0, 0.78, 0.52), hash1(w + 6U)) * lit * frame * mix(0.5, 1.5, near);
    }
    c = wall;
  }
  return c;
}

void main() {
  vec2 p = (2.0 * (gl_FragCoord.xy + uJitter) - uSize) / uSize.y;
  if (p.y > SHORE) {
    outColor = vec4(city(p), 1.0);
    return;
  }
  float below = SHORE - p.y, far_ = 1.0 / (below + 0.06);
  float a = 2.0 * PI * uTime / uLoop;
  float wave = sin(far_ * 9.0 + a * 2.0 + 3.0 * noise2(vec2(p.x * far_ * 1.1, far_ * 2.0))) + 0.6 * sin(far_ * 21.0 - a * 3.0 + p.x * far_ * 2.0);
  vec2 mirrored = vec2(p.x + wave * 0.012 * (0.4 + below), SHORE + below * 1.15 + abs(wave) * 0.02);
  vec3 c = city(mirrored) * mix(0.55, 0.16, smoothstep(0.0, 0.7, below)) * (0.85 + 0.15 * wave);
  outColor = vec4(c + vec3(0.006, 0.008, 0.018), 1.0);
}
