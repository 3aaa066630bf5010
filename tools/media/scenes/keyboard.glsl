// Renders keycaps in lamp light. The unit is the distance between keys. x runs along a row, and z runs toward the user.

uniform vec4 uPressed[2];   // column, row, depth (0 to 1); unused entries have column 99
uniform sampler2D uLegends; // six columns and five rows of legends
uniform vec3 uLampAt;

const float TRAVEL = 0.21;

float rowShift(float row) { return row < -0.5 ? -0.5 : row < 0.5 ? 0.0 : row < 1.5 ? 0.25 : row < 2.5 ? 0.75 : 0.25; }

float pressOf(vec2 key) {
  return key == uPressed[0].xy ? uPressed[0].z : key == uPressed[1].xy ? uPressed[1].z : 0.0;
}

/**
 * Returns the distance to a keycap around its position. Its walls lean inward. Its top is curved like a cylinder and
 * tilted by its row.
 */
float keycap(vec3 p, float row) {
  float tilt = (row - 1.0) * 0.06;
  float top = 0.44 + (row < 0.5 ? 0.03 : 0.0) + abs(row - 1.0) * 0.012;
  float lean = 0.105 * p.y / 0.44;
  vec2 q = vec2(abs(p.x), abs(p.z + lean * 0.28)) - (vec2(0.472, 0.472) - vec2(lean, lean * 0.86) - 0.09);
  float wall = (length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.09) * 0.95;
  float dish = 0.035 * (p.x * p.x) / 0.1 - 0.02;
  float lid = p.y - top - dish - tilt * p.z;
  return smax(smax(wall, lid, 0.035), -p.y, 0.01);
}

/** Returns the distance to the keys. `key` is the column and row of the nearest key, and `press` is its depth. */
float keys(vec3 p, out vec2 key, out float press) {
  float row = clamp(floor(p.z + 0.5), -1.0, 3.0);
  float shift = rowShift(row);
  key = vec2(clamp(floor(p.x - shift + 0.5), -2.0, 9.0), row);
  press = pressOf(key);
  vec3 q = vec3(p.x - shift - key.x, p.y - 0.17 + press * TRAVEL, p.z - row);
  float d = keycap(q, row);
  // Another key starts beyond the cell's border, so the ray must never skip this border.
  vec2 border = 0.53 - abs(q.xz);
  float nearest = min(border.x, border.y);
  return nearest > 0.0 ? min(d, max(nearest, 0.04)) : d;
}
/** Returns the distance to the tray on the desk: a plate under the keys, with a rim behind and in front of them. */
float tray(vec3 p) {
  vec3 q = p - vec3(3.5, 0.0, 1.0);
  float shell = box3(q - vec3(0.0, -0.15, 0.0), vec3(6.4, 0.5, 2.9)) - 0.05;
  float well = box2(q.xz, vec2(6.1, 2.56)) - 0.04;
  return min(smax(shell, -max(well, -p.y), 0.03), p.y + 0.75);
}
float map(vec3 p) { vec2 k; float d; return min(keys(p, k, d), tray(p)); }

float keysOnly(vec3 p) { vec2 k; float d; return keys(p, k, d); }

vec3 normalAt(vec3 p) {
  const vec2 e = vec2(0.0018, -0.0018);
  return normalize(e.xyy * map(p + e.xyy) + e.yyx * map(p + e.yyx) + e.yxy * map(p + e.yxy) + e.xxx * map(p + e.xxx));
}

float occlusion(vec3 p, vec3 n) {
  float sum = 0.0, weight = 0.75;
  for (int i = 1; i <= 4; i++) {
    float h = 0.022 * float(i * i);
    sum += max(h - map(p + n * h), 0.0) / h * weight;
    weight *= 0.62;
  }
  return sat(1.0 - 0.6 * sum);
}

float shadow(vec3 p, vec3 l, float wide) {
  float lit = 1.0, t = 0.02;
  for (int i = 0; i < 18; i++) {
    vec3 q = p + l * t;
    if (q.y > 0.72 || lit < -1.0) break;
    float d = keysOnly(q);
    lit = min(lit, d / (wide * t));
    t += clamp(d, 0.02, 0.14);
  }
  lit = max(lit, -1.0);
  return 0.25 * sq(1.0 + lit) * (2.0 - lit);
}

vec3 studio(vec3 ro, vec3 rd, float soft) {
  vec3 c = mix(vec3(0.010, 0.008, 0.010), vec3(0.02, 0.028, 0.06), smoothstep(-0.1, 0.9, rd.y));
  vec3 f = normalize(vec3(2.4, 0.3, 1.0) - uLampAt);
  c += vec3(1.0, 0.60, 0.27) * 10.0 * lampFace(ro, rd, uLampAt, f, normalize(cross(f, vec3(0, 1, 0))), vec2(1.6, 0.8), 0.08 + soft);
  vec3 at = vec3(8.5, 3.2, -4.5);
  f = normalize(vec3(2.4, 0.3, 1.0) - at);
  c += vec3(0.28, 0.48, 1.0) * 10.0 * lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 1, 0))), vec2(2.4, 0.9), 0.12 + soft);
  return c;
}

void main() {
  vec3 ro, rd;
  float axial;
  cameraRay(ro, rd, axial);
  float t = max((0.74 - ro.y) / rd.y, 0.0);
  vec2 key;
  float press, d = 1.0;
  vec3 p;
  for (int i = 0; i < 80; i++) {
    p = ro + rd * t;
    d = min(keys(p, key, press), tray(p));
    if (d < 0.0009) break;
    t += d * 0.92;
  }
  float depth = t * axial;
  if (d > 0.02) { emit(vec3(0.002, 0.003, 0.006), 30.0); return; }
  vec3 n = normalAt(p);
  bool isKey = keys(p, key, press) < 0.004;
  float row = key.y;
  vec3 local = vec3(p.x - rowShift(row) - key.x, p.y - 0.17 + press * TRAVEL, p.z - row);

  // Molded plastic has a fine grain and is a little shinier where fingers touch it.
  vec2 g = local.xz * 120.0 + key * 37.0;
  float grain = noise2(g) - 0.5;
  bool accent = key.x == 3.0 && row == 0.0;
  vec3 paint = accent ? vec3(0.86, 0.30, 0.085) : vec3(0.032, 0.037, 0.05);
  float top = smoothstep(0.36, 0.42, local.y);
  if (isKey) {
    vec2 uv = local.xz / vec2(0.62, 0.66) + 0.5;
    if (top > 0.5 && all(greaterThan(uv, vec2(0.0))) && all(lessThan(uv, vec2(1.0))) && key.x >= 0.0 && key.x < 6.0 && row > -1.5 && row < 3.5) {
      vec2 cell = (vec2(key.x, row + 1.0) + uv) / vec2(6.0, 5.0);
      float ink = textureLod(uLegends, vec2(cell.x, 1.0 - cell.y), 0.5).r;
      paint = mix(paint, accent ? vec3(0.06, 0.03, 0.02) : vec3(0.78, 0.72, 0.62), ink);
    }
    n = normalize(n + vec3(grain, 0.0, noise2(g + 91.0) - 0.5) * 0.05 * top);
  } else {
    paint = p.y > -0.7 ? vec3(0.016, 0.018, 0.024) : vec3(0.05, 0.03, 0.02) * (0.7 + 0.6 * fbm2(p.xz * vec2(0.8, 9.0), 4));
  }

  float ao = occlusion(p, n);
  vec3 toLamp = uLampAt - p;
  float far_ = length(toLamp);
  vec3 l = toLamp / far_;
  float lit = sat(dot(n, l) * 0.92 + 0.08) * shadow(p + n * 0.004, l, 0.16) * 20.0 / (far_ * far_);
  vec3 warm = vec3(1.0, 0.60, 0.27), cool = vec3(0.25, 0.45, 1.0);
  vec3 light = warm * lit * 2.6;
  light += cool * sat(dot(n, normalize(vec3(0.75, 0.35, -0.35)))) * 0.9 * ao;
  light += (vec3(0.05, 0.065, 0.11) * (0.5 + 0.5 * n.y) + warm * 0.04 * sat(-n.z * 0.5 + 0.5)) * ao * ao;
  vec3 c = paint * light;
  float f = fresnel(sat(-dot(rd, n)), 0.045);
  float rough = accent ? 0.20 : 0.24;
  vec3 r = reflect(rd, n);
  float open = smoothstep(-0.3, 0.5, r.y) * mix(0.25, 1.0, ao);
  c += studio(p, r, rough) * f * open * (isKey ? 1.0 : 0.3) * 1.1;
  emit(c, depth);
}
