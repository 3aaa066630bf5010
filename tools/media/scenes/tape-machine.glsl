// Renders a tape machine in front of a window at dusk. The flanges of its reels have fine circular grooves from a
// lathe. Each lamp becomes two fans of light, which stay in position while the reel turns.

uniform float uTurn;       // angle of the near reel in radians
uniform float uTurnFar;
uniform vec3 uLampAt;      // the warm lamp, which moves a little

const float REEL_Z = 0.2;
const vec3 FAR_REEL = vec3(-3.05, 0.0, 0.0);
const float DECK_TOP = -0.1, DECK_LEFT = -4.5, DECK_RIGHT = 1.62, DECK_BACK = -1.5;
const float NEAR_PACK = 0.86, FAR_PACK = 1.17;

const int FLANGE = 1, TAPE = 2, HUB = 3;

/** Folds the plane into the sixth between the middle of a window (angle 0) and the middle of a spoke (60 degrees). */
vec2 fold3(vec2 p) {
  p.y = abs(p.y);
  vec2 n = vec2(-0.8660254, 0.5);
  p -= 2.0 * max(0.0, dot(p, n)) * n;
  p.y = abs(p.y);
  return p;
}
float flange2(float r, vec2 q) {
  float spoke = dot(q, vec2(0.8660254, -0.5));
  float window = smax(smax(r - 1.15, 0.66 - r, 0.04), 0.17 - spoke, 0.16);
  return max(r - 1.33, -window);
}

/** Returns the distance to a reel around the origin, in its own rotating frame. */
float reel(vec3 p, float pack, out int what) {
  float r = length(p.xy);
  vec2 q = fold3(p.xy);
  float d = extrude(flange2(r, q), abs(p.z) - 0.062, 0.011, 0.008);
  // The rim is rolled, and the plate has a circular groove.
  d = smin(d, length(vec2(r - 1.312, abs(p.z) - 0.066)) - 0.02, 0.012);
  d = max(d, -length(vec2(r - 1.235, p.z - 0.077)) + 0.009);
  what = FLANGE;
  float tape = extrude(abs(r - 0.5 * (0.57 + pack)) - 0.5 * (pack - 0.57), p.z, 0.034, 0.004);
  if (tape < d) { d = tape; what = TAPE; }
  float core = extrude(r - 0.57, p.z, 0.05, 0.01);
  if (core < d) { d = core; what = FLANGE; }
  if (r > 0.66 || p.z < 0.0) return d;
  // The lock in the middle is a knurled knob with a turned cap and three screws around it.
  float knurl = 0.006 * sin(atan(p.y, p.x) * 44.0) * smoothstep(0.33, 0.27, r);
  float knob = extrude(r - 0.235 - knurl, p.z - 0.12, 0.09, 0.024);
  knob = smin(knob, extrude(r - 0.34, p.z - 0.085, 0.02, 0.012), 0.02);
  knob = max(knob, -extrude(r - 0.12, p.z - 0.24, 0.06, 0.02));
  vec2 s = q - vec2(0.2511, 0.4349);
  float screw = extrude(length(s) - 0.038, p.z - 0.076, 0.012, 0.01);
  screw = smax(screw, -box2(vec2((turn(0.6) * s).x, p.z - 0.092), vec2(0.009, 0.014)), 0.004);
  float m = min(knob, screw);
  if (m < d) { d = m; what = HUB; }
  return d;
}

vec3 normalAt(vec3 p, float pack) {
  const vec2 e = vec2(0.0014, -0.0014);
  int w;
  return normalize(e.xyy * reel(p + e.xyy, pack, w) + e.yyx * reel(p + e.yyx, pack, w) +
    e.yxy * reel(p + e.yxy, pack, w) + e.xxx * reel(p + e.xxx, pack, w));
}

/** Marches through the flat cylinder that contains a reel. Returns true for a hit, with the distance in `t`. */
bool hitReel(vec3 ro, vec3 rd, float pack, out float t, out int what) {
  float near = (0.23 - ro.z) / rd.z, far_ = (-0.09 - ro.z) / rd.z;
  float a = dot(rd.xy, rd.xy), b = dot(ro.xy, rd.xy), c = dot(ro.xy, ro.xy) - 1.34 * 1.34;
  float h = b * b - a * c;
  if (h < 0.0) return false;
  h = sqrt(h);
  t = max(near, (-b - h) / a);
  float end = min(far_, (-b + h) / a);
  // Outside the knob, no part is above the front flange.
  vec2 at = ro.xy + rd.xy * t;
  if (dot(at, at) > 0.7) t = max(t, (0.088 - ro.z) / rd.z);
  for (int i = 0; i < 48; i++) {
    if (t > end) return false;
    float d = reel(ro + rd * t, pack, what);
    if (d < 0.001) return true;
    t += d * 0.95;
  }
  return false;
}

/** Returns the evening outside: a distant glow behind the near reel, blue above, and the town's lights as discs. */
vec3 evening(vec3 rd, float detail) {
  float h = rd.y / length(rd.xz) + 0.06;
  float azimuth = atan(rd.x, -rd.z) + 0.22;
  float around = exp(-sq(azimuth / 0.5));
  float wide = exp(-sq(azimuth / 0.95));
  float up = max(h, 0.0);
  vec3 sky = mix(vec3(0.010, 0.022, 0.062), vec3(0.003, 0.006, 0.018), smoothstep(0.0, 0.6, h));
  sky += vec3(0.02, 0.03, 0.09) * exp(-up * 2.6) * wide * (1.0 - 0.7 * around);
  sky += vec3(0.46, 0.10, 0.03) * exp(-up * 4.6) * wide * (0.04 + 0.96 * around);
  sky += vec3(1.15, 0.42, 0.05) * exp(-up * 7.5) * around * 0.95;
  float ridge = 0.035 + 0.022 * sin(azimuth * 5.0 + 1.0) + 0.01 * sin(azimuth * 13.0);
  vec3 land = vec3(0.006, 0.007, 0.014) + vec3(0.06, 0.02, 0.012) * around;
  vec3 c = mix(land, sky, smoothstep(-0.03, 0.03, h - ridge));
  if (detail == 0.0) return c;
  for (int i = 0; i < 24; i++) {
    float k = float(i);
    vec2 at = vec2(-1.2 + 1.9 * (float(i) + hash2(vec2(k, 0.5))) / 24.0, -0.05 + 0.10 * hash2(vec2(k, 1.5)));
    float disc = length(vec2(azimuth, h) - at) / (0.020 + 0.010 * hash2(vec2(k, 2.5)));
    float level = smoothstep(1.0, 0.88, disc) * (0.7 + 0.3 * smoothstep(0.4, 1.0, disc));
    vec3 tint = mix(vec3(1.0, 0.5, 0.17), vec3(0.5, 0.68, 1.0), step(0.7, hash2(vec2(k, 3.5))));
    c += tint * level * (0.012 + 0.16 * sq(hash2(vec2(k, 77.5))) * smoothstep(-1.2, -0.2, at.x));
  }
  return c;
}

vec3 softbox(vec3 ro, vec3 rd, vec3 at, vec2 size, float soft) {
  vec3 f = normalize(vec3(-0.3, 0.0, 0.1) - at);
  return vec3(lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 1, 0))), size, soft));
}

/** Returns the window and the room's lamps in a mirror whose roughness is `soft`. */
vec3 studio(vec3 ro, vec3 rd, float soft) {
  vec3 c = mix(vec3(0.012, 0.012, 0.02), vec3(0.02, 0.035, 0.085), smoothstep(-0.3, 0.8, rd.y));
  if (rd.z < 0.0) c = mix(c, evening(rd, 0.0), smoothstep(0.0, 0.2, -rd.z));
  c += vec3(1.0, 0.50, 0.18) * 7.0 * softbox(ro, rd, uLampAt, vec2(0.5, 1.5), 0.08 + soft);
  c += vec3(0.22, 0.42, 1.0) * 1.7 * softbox(ro, rd, vec3(-3.9, 2.9, 3.0), vec2(1.0, 1.7), 0.2 + soft);
  c += vec3(1.0, 0.26, 0.14) * 2.4 * softbox(ro, rd, vec3(2.2, -3.0, 2.4), vec2(1.1, 0.3), 0.15 + soft);
  return c;
}

/** Returns the light that fine grooves along `along` mirror. Their normals lean to both sides. */
vec3 groovedMirror(vec3 p, vec3 rd, vec3 n, vec3 along, float spread, float soft) {
  vec3 across = normalize(cross(n, along));
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  float shift = fract(uSample * 0.618034 + hash2(gl_FragCoord.xy)) - 0.5;
  for (int i = -5; i <= 5; i++) {
    float lean = (float(i) + shift) / 5.0;
    float w = exp(-lean * lean * 3.0);
    vec3 r = reflect(rd, normalize(n + across * lean * spread));
    if (dot(r, n) > 0.0) sum += w * studio(p, r, soft);
    weights += w;
  }
  return sum / weights;
}

/**
 * Returns the share of the warm lamp's light that passes a reel's front flange on its way to `p`. `p` is relative to
 * the reel.
 */
float throughFlange(vec3 p, vec3 toLamp, float angle) {
  vec3 at = p + toLamp * ((0.062 - p.z) / toLamp.z);
  vec2 q = turn(angle) * at.xy;
  return smoothstep(-0.03, 0.09, flange2(length(q), fold3(q)));
}

vec3 shadeReel(vec3 p, vec3 world, vec3 rd, int what, float angle, float pack) {
  vec3 local = vec3(turn(angle) * p.xy, p.z);
  vec3 n = normalAt(local, pack);
  n.xy = turn(-angle) * n.xy;
  float r = length(p.xy);
  vec3 along = vec3(-p.y, p.x, 0.0) / max(r, 1e-3);
  // Little light reaches the space between the flanges.
  float deep = smoothstep(0.06, -0.1, p.z);
  vec3 toLamp = normalize(uLampAt - world);
  if (what == TAPE) {
    float wind = noise2(vec2(r * 320.0, 1.0)) * 0.5 + noise2(vec2(r * 70.0, 5.0)) * 0.5;
    float uneven = noise2(vec2(r * 16.0, 11.0));
    float lit = sat(dot(n, toLamp)) * throughFlange(p, toLamp, angle);
    vec3 c = vec3(0.055, 0.025, 0.016) * (0.4 + wind) * lit * vec3(1.0, 0.55, 0.24) * 2.2;
    c += groovedMirror(world, rd, n, along, 0.34 + 0.2 * wind, 0.05) * (0.03 + 0.16 * wind * uneven) * vec3(1.0, 0.8, 0.66);
    return c * (1.0 - 0.5 * deep);
  }
  // The lathe's marks are rings with slightly different polish.
  float ring = noise2(vec2(r * 430.0, 3.0)) * 0.55 + noise2(vec2(r * 95.0, 9.0)) * 0.45;
  vec3 metal = what == HUB ? vec3(0.86, 0.83, 0.80) : vec3(0.92, 0.91, 0.90);
  float face = smoothstep(0.9, 0.99, n.z);
  vec3 turned = groovedMirror(world, rd, n, along, 0.5 + 0.14 * ring, 0.03) * (0.8 + 0.4 * ring);
  vec3 plain = studio(world, reflect(rd, n), 0.07);
  return mix(plain * 0.7, turned, face) * metal * (1.0 - 0.75 * deep);
}

/** Returns the front of the machine, which is satin paint, nearly black. Its top mirrors the sky. */
vec3 shadeDeck(vec3 p, vec3 rd, vec3 n) {
  vec3 toLamp = normalize(uLampAt - p);
  float lit = sat(dot(n, toLamp));
  if (n.z > 0.5) {
    lit *= throughFlange(p - vec3(0, 0, REEL_Z), toLamp, uTurn) * throughFlange(p - FAR_REEL - vec3(0, 0, REEL_Z), toLamp, uTurnFar);
    float grit = noise2(p.xy * 190.0) - 0.5;
    n = normalize(n + vec3(grit, noise2(p.xy * 190.0 + 40.0) - 0.5, 0.0) * 0.06);
  }
  vec3 c = vec3(0.02, 0.022, 0.03) * lit * vec3(1.0, 0.55, 0.24) * 2.0;
  c += studio(p, reflect(rd, n), 0.35) * fresnel(sat(-dot(rd, n)), 0.045);
  return c;
}

bool hitDeck(vec3 ro, vec3 rd, out float t, out vec3 n) {
  vec3 low = vec3(DECK_LEFT, -6.0, DECK_BACK), high = vec3(DECK_RIGHT, DECK_TOP, 0.0);
  vec3 a = (low - ro) / rd, b = (high - ro) / rd;
  vec3 near = min(a, b), far_ = max(a, b);
  t = max(near.x, max(near.y, near.z));
  if (t < 0.0 || t > min(far_.x, min(far_.y, far_.z))) return false;
  n = -sign(rd) * step(near.yzx, near) * step(near.zxy, near);
  // The edges are beveled: near an edge, the normal turns over.
  vec3 p = ro + rd * t, edge = smoothstep(0.035, 0.0, min(p - low, high - p));
  n = normalize(n + edge * sign(p - 0.5 * (low + high)) * 0.9);
  return true;
}

void main() {
  vec3 ro, rd;
  float axial, t;
  cameraRay(ro, rd, axial);
  int what;
  vec3 shift = vec3(0.0, 0.0, REEL_Z);
  vec3 lo = ro - shift, ld = rd;
  lo.xy = turn(uTurn) * lo.xy;
  ld.xy = turn(uTurn) * ld.xy;
  if (hitReel(lo, ld, NEAR_PACK, t, what)) {
    vec3 p = ro + rd * t;
    emit(shadeReel(p - shift, p, rd, what, uTurn, NEAR_PACK), t * axial);
    return;
  }
  shift += FAR_REEL;
  lo = ro - shift;
  ld = rd;
  lo.xy = turn(uTurnFar) * lo.xy;
  ld.xy = turn(uTurnFar) * ld.xy;
  if (hitReel(lo, ld, FAR_PACK, t, what)) {
    vec3 p = ro + rd * t;
    emit(shadeReel(p - shift, p, rd, what, uTurnFar, FAR_PACK) * 0.55, t * axial);
    return;
  }
  vec3 n;
  if (hitDeck(ro, rd, t, n)) {
    emit(shadeDeck(ro + rd * t, rd, n), t * axial);
    return;
  }
  emit(evening(rd, 1.0), 12.0);
}
