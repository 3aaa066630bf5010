// Renders a record that plays in front of a wet window at night. The unit is an inch: the record has its center at the
// origin and its top at y = 0. The neon signs behind the window light its grooves.

uniform vec4 uArm;          // rise of the arm, turn of the record, light of the left and of the right sign
uniform sampler2D uLabel;

const vec3 CORAL = vec3(1.0, 0.20, 0.085);
const vec3 TEAL = vec3(0.06, 0.52, 0.72);
const vec3 AMBER = vec3(1.0, 0.55, 0.20);
const vec3 LAMP = vec3(-5.5, 6.0, 7.0);
const vec3 SIDE = vec3(11.0, 5.0, 1.5);
// The signs are far away. Their places are angles as the window's coordinates, followed by points in the room.
const vec2 LEFT_AT = vec2(2.3, 1.9), RIGHT_AT = vec2(7.4, 1.95), SHOP_AT = vec2(16.0, 1.3);
const vec3 LEFT_SIGN = vec3(3.0, 4.1, -23.8), RIGHT_SIGN = vec3(12.3, 4.2, -20.6), SHOP = vec3(20.4, 1.9, -12.7);
const vec2 STYLUS = vec2(2.6, 3.2);
const vec2 PIVOT = vec2(7.0, -4.8);
const float ANGLE = 16.0;
const float RADIUS = 5.95;
const float DECK = -0.62;

// ---- The street behind the wet pane, out of focus.

const int LIGHTS = 30;

float disc(vec2 p, vec2 at, float r, float soft) {
  float d = length(p - at) / r;
  return smoothstep(1.0 + soft, 1.0 - soft, d) * (0.62 + 0.38 * smoothstep(0.4, 0.95, d));
}

/** The light of a neon tube at a distance, with the haze around it. */
float neon(float d, float soft) {
  return 1.0 / (1.0 + sq(d / soft)) + 0.09 * exp(-max(d, 0.0) * 0.8);
}

/** The distance to a triangle that points right. */
float triangle(vec2 p, float r) {
  return max(dot(vec2(p.x, abs(p.y)), vec2(0.5, 0.866)), -p.x) - r * 0.5;
}


vec3 street(vec2 p, float soft, int lights) {
  vec3 c = mix(vec3(0.004, 0.009, 0.024), vec3(0.026, 0.016, 0.024), exp(-sq((p.y - 0.4) / 2.4)));
  for (int i = 0; i < lights; i++) {
    uint k = uint(i) * 7U + 11U;
    float h = hash1(k + 3U);
    vec2 at = vec2((float(i) + hash1(k)) / float(LIGHTS) * 30.0 - 6.0, mix(-0.2, 7.0, sq(hash1(k + 1U))));
    vec3 color = h < 0.5 ? AMBER : h < 0.72 ? vec3(1.0, 0.78, 0.5) : h < 0.88 ? CORAL : TEAL;
    float flicker = 1.0 + 0.15 * sin(2.0 * PI * (uTime / uLoop * floor(1.0 + hash1(k + 6U) * 3.0) + hash1(k + 4U)));
    c += color * disc(p, at, mix(0.28, 0.72, hash1(k + 2U)), soft) * mix(0.06, 0.55, sq(hash1(k + 5U))) * flicker;
  }
  // A car passes in each direction.
  for (int i = 0; i < 2; i++) {
    float way = i == 0 ? 1.0 : -1.0;
    vec2 at = vec2((fract(0.35 + 0.4 * float(i) + way * uTime / uLoop) * 2.0 - 1.0) * 15.0 + 9.0, 0.1 + 0.4 * float(i));
    vec3 color = i == 0 ? vec3(1.0, 0.10, 0.05) : vec3(1.0, 0.86, 0.66);
    c += color * (disc(p, at, 0.4, soft) + disc(p, at + vec2(0.7, 0.0), 0.4, soft)) * 0.5;
  }
  c += CORAL * uArm.z * 1.6 * neon(abs(triangle(p - LEFT_AT, 0.9) - 0.2), 0.10 + 0.8 * soft);
  c += TEAL * uArm.w * 1.5 * neon(abs(box2(p - RIGHT_AT, vec2(0.36, 1.0)) - 0.1), 0.09 + 0.8 * soft);
  // The panes of a shop.
  vec2 shop = p - SHOP_AT;
  vec2 pane = vec2(mod(shop.x + 0.8, 1.6) - 0.8, shop.y);
  float glass = smoothstep(0.12 + soft, -0.12 - soft, box2(pane, vec2(0.62, 0.8))) * step(abs(shop.x), 2.4);
  c += AMBER * 0.40 * (glass * (0.75 + 0.25 * noise2(p * 2.0)) + 0.12 * exp(-max(box2(shop, vec2(2.4, 0.8)), 0.0) * 0.8));
  return c;
}

vec3 window(vec2 p) {
  vec2 wet = vec2(noise2(p * vec2(1.1, 0.5) + 40.0), noise2(p * vec2(1.1, 0.5) + 9.0)) - 0.5;
  vec2 seen = p + wet * 0.35;
  float shine = 0.0;
  for (int i = 0; i < 9; i++) {
    uint k = 300U + uint(i) * 9U;
    float way = fract(hash1(k) + uTime / uLoop);
    // The drop sticks and slips.
    way += 0.05 * sin(2.0 * PI * (way * 3.0 + hash1(k + 1U)));
    vec2 q = p - vec2((float(i) + 0.15 + 0.7 * hash1(k + 2U)) / 9.0 * 26.0 - 4.0, 9.0 - 13.0 * way);
    q.x += 0.3 * (noise2(vec2(p.y * 0.5, float(i) * 11.0)) - 0.5);
    float trail = smoothstep(0.34, 0.05, abs(q.x)) * smoothstep(-0.1, 0.4, q.y) * smoothstep(7.0, 0.5, q.y);
    seen += trail * vec2(q.x * 1.1, 0.5);
    shine += smoothstep(0.34, 0.2, length(q)) * 0.9 + trail * 0.10;
  }
  vec3 c = street(seen, 0.10, LIGHTS);
  // Drops that don't move.
  vec2 id = floor(p / 0.62);
  float r = mix(0.06, 0.20, sq(hash2(id + 3.0)));
  float still = hash2(id + 140.0) < 0.55 ? smoothstep(r, r * 0.6, length(p - (id + 0.3 + 0.4 * vec2(hash2(id), hash2(id + 70.0))) * 0.62)) : 0.0;
  shine += 0.35 * still;
  if (shine < 0.01) return c;
  return c + shine * (0.5 * street(p * 0.55 + vec2(0.0, 1.4), 0.8, 0) + vec3(0.015, 0.012, 0.014));
}

vec3 outside(vec3 rd, bool isSharp, float soft) {
  vec2 p = vec2(atan(rd.x, -rd.z), rd.y / max(length(rd.xz), 1e-3)) * ANGLE;
  if (rd.z > 0.3 || p.y > 14.0) return vec3(0.003, 0.004, 0.008);
  // A rough mirror shows only the signs.
  return (isSharp ? window(p) : street(p, soft, 0)) * smoothstep(0.3, 0.0, rd.z);
}

// ---- The arm. x runs from the stylus to the pivot, and z runs across.

vec3 toArm(vec3 p) {
  vec2 u = normalize(PIVOT - STYLUS);
  vec2 q = p.xz - STYLUS;
  return vec3(dot(q, u), p.y - uArm.x, q.x * -u.y + q.y * u.x);
}

float capsule(vec3 p, vec3 a, vec3 b, float r) {
  vec3 e = b - a;
  return length(p - a - e * sat(dot(p - a, e) / dot(e, e))) - r;
}

/** Returns the distance to the arm. `part` is 0 for metal, 1 for the cartridge, and 2 for the black shell. */
float arm(vec3 world, out int part) {
  vec3 p = toArm(world);
  part = 0;
  float near = capsule(p, vec3(-0.2, 0.5, 0.0), vec3(9.4, 1.0, 0.0), 1.15);
  if (near > 0.4) return near;
  float tube = capsule(p, vec3(1.55, 0.74, 0.0), vec3(9.1, 1.08, 0.0), 0.115);
  float collar = max(length(p.yz - vec2(0.72, 0.0)) - 0.19, abs(p.x - 1.62) - 0.20) - 0.02;
  float ribs = collar + 0.012 * sin(p.x * 70.0);
  float lift = smin(capsule(p, vec3(-0.05, 0.69, 0.30), vec3(-0.22, 0.70, 0.62), 0.040), capsule(p, vec3(-0.22, 0.70, 0.62), vec3(-0.34, 0.82, 0.92), 0.036), 0.04);
  float needle = capsule(p, vec3(0.0, 0.015, 0.0), vec3(0.30, 0.17, 0.0), 0.026);
  needle = min(needle, capsule(p, vec3(0.0, 0.0, 0.0), vec3(0.006, 0.08, 0.0), 0.022));
  float metal = min(min(tube, ribs), min(lift, needle));

  float body = box3(p - vec3(0.50, 0.395, 0.0), vec3(0.42, 0.20, 0.245)) - 0.02;
  // The front of the cartridge leans back toward the needle.
  body = smax(body, dot(p - vec3(0.02, 0.34, 0.0), normalize(vec3(-0.80, -0.62, 0.0))), 0.05);
  float wide = 0.33 - 0.16 * smoothstep(0.7, 1.5, p.x);
  float shell = box3(p - vec3(0.68, 0.665, 0.0), vec3(0.80, 0.030, wide)) - 0.022;
  // Two slots with screws.
  vec2 slot = vec2(p.x - 0.5, abs(p.z) - 0.17);
  shell = smax(shell, 0.045 - length(slot - vec2(clamp(slot.x, -0.22, 0.22), 0.0)) , 0.02);
  float screw = max(length(slot - vec2(0.05, 0.0)) - 0.075, abs(p.y - 0.70) - 0.035) - 0.008;
  metal = min(metal, screw);
  float d = metal;
  if (body < d) { d = body; part = 1; }
  if (shell < d) { d = shell; part = 2; }
  return d;
}
float armOnly(vec3 p) { int part; return arm(p, part); }

vec3 armNormal(vec3 p) {
  const vec2 e = vec2(0.0016, -0.0016);
  return normalize(e.xyy * armOnly(p + e.xyy) + e.yyx * armOnly(p + e.yyx) + e.yxy * armOnly(p + e.yxy) + e.xxx * armOnly(p + e.xxx));
}

/** Returns the distance along the ray to the arm, or -1. */
float hitArm(vec3 ro, vec3 rd, float most, int steps) {
  float t = 0.02;
  for (int i = 0; i < steps; i++) {
    vec3 p = ro + rd * t;
    float d = armOnly(p);
    if (d < 0.0012 * (1.0 + 0.1 * t)) return t;
    t += d;
    if (t > most || (p.y > 2.2 && rd.y > 0.0)) break;
  }
  return -1.0;
}

float armShadow(vec3 p, vec3 l, float wide) {
  float lit = 1.0, t = 0.03;
  for (int i = 0; i < 16; i++) {
    vec3 q = p + l * t;
    if (q.y > 1.5) break;
    float d = armOnly(q);
    lit = min(lit, d / (wide * t));
    t += clamp(d, 0.04, 0.5);
  }
  return smoothstep(-0.2, 1.0, lit);
}

// ---- Light.

vec3 room(vec3 ro, vec3 rd, float soft) {
  vec3 c = outside(rd, false, 0.35 + soft);
  vec3 f = normalize(vec3(2.0, 0.0, 2.0) - LAMP);
  c += AMBER * 7.0 * lampFace(ro, rd, LAMP, f, normalize(cross(f, vec3(0, 1, 0))), vec2(1.9, 1.1), 0.06 + soft);
  f = normalize(vec3(2.0, 0.0, 2.0) - SIDE);
  c += vec3(0.30, 0.46, 1.0) * 3.2 * lampFace(ro, rd, SIDE, f, normalize(cross(f, vec3(0, 1, 0))), vec2(2.6, 0.8), 0.08 + soft);
  // A pale ceiling.
  return c + vec3(0.05, 0.065, 0.11) * smoothstep(0.1, 0.9, rd.y);
}

vec3 lamp(vec3 p, vec3 n) {
  vec3 to = LAMP - p;
  float r2 = dot(to, to);
  return AMBER * 46.0 * sat(dot(n, to * inversesqrt(r2))) / r2;
}

/** Returns the light of a small lamp on the grooves: a bright fan along the radius that faces it. */
float fan(vec3 p, vec3 rd, vec3 tangent, vec3 at, float wide) {
  vec3 h = normalize(normalize(at - p) - rd);
  float along = dot(tangent, h) / max(h.y, 0.05);
  vec3 radial = vec3(p.x, 0.0, p.z) / max(length(p.xz), 0.01);
  float across = dot(radial, h) / max(h.y, 0.05);
  return exp(-sq(along / wide)) * exp(-sq(across / 1.1));
}

vec3 armLight(vec3 p, vec3 rd, float soft) {
  int part;
  arm(p, part);
  vec3 n = armNormal(p);
  vec3 q = toArm(p);
  // The cartridge has a dark foot and a pale line around it.
  vec3 body = q.y < 0.30 ? vec3(0.03, 0.03, 0.036) : abs(q.y - 0.335) < 0.012 ? vec3(0.8, 0.7, 0.55) : vec3(0.80, 0.27, 0.06);
  vec3 paint = part == 1 ? body : part == 2 ? vec3(0.020, 0.022, 0.028) : vec3(0.05);
  float f0 = part == 0 ? 0.62 : 0.045;
  float rough = part == 0 ? 0.10 : part == 1 ? 0.16 : 0.22;
  vec3 l = normalize(LAMP - p);
  vec3 c = paint * (lamp(p, n) + CORAL * 0.5 * uArm.z * sat(dot(n, normalize(LEFT_SIGN - p))) + TEAL * 0.8 * uArm.w * sat(dot(n, normalize(RIGHT_SIGN - p))) + vec3(0.012, 0.014, 0.022));
  vec3 r = reflect(rd, n);
  vec3 tint = part == 0 ? vec3(0.94, 0.92, 0.90) : vec3(1.0);
  float open = r.y < 0.0 ? 0.25 : 1.0;
  return c + tint * room(p, r, rough + soft) * fresnel(sat(-dot(rd, n)), f0) * open;
}

vec3 label(vec3 p, float r, float angle) {
  float a = angle - uArm.y;
  vec2 uv = 0.5 + 0.5 * r / 2.0 * vec2(cos(a), -sin(a));
  vec3 paper = textureLod(uLabel, vec2(uv.x, 1.0 - uv.y), 2.5).rgb;
  paper *= paper;
  return paper * (lamp(p, vec3(0, 1, 0)) * 0.85 + CORAL * 0.10 * uArm.z + TEAL * 0.10 * uArm.w + 0.01);
}

vec3 vinyl(vec3 p, vec3 rd, float r) {
  float angle = atan(p.z, p.x);
  if (r < 0.14) return vec3(0.5, 0.46, 0.42) * room(p, reflect(rd, normalize(vec3(p.x, 0.10, p.z))), 0.1);
  if (r < 1.97) return label(p, r, angle);
  vec3 radial = vec3(p.x, 0.0, p.z) / r, tangent = vec3(-radial.z, 0.0, radial.x);
  // The gaps between the tracks, the lead-out, and the rim are smooth.
  float quiet = smoothstep(2.45, 2.3, r) + smoothstep(5.72, 5.78, r);
  for (int i = 0; i < 4; i++) quiet = max(quiet, smoothstep(0.035, 0.012, abs(r - 2.95 - float(i) * 0.70 - 0.12 * hash1(uint(i) + 5U))));
  quiet = sat(quiet);
  // Loud passages reflect more. They turn with the record, which looks the same after a third of a turn.
  float a = 3.0 * (angle - uArm.y);
  float loud = noise3(vec3(cos(a) * 1.5, sin(a) * 1.5, r * 9.0));
  float fine = noise2(vec2(r * 46.0, 3.0)) * 0.6 + noise2(vec2(r * 130.0, 7.0)) * 0.4;
  float groove = mix((0.35 + 0.9 * fine) * (0.6 + 0.8 * loud), 0.12, quiet);
  vec3 across = toArm(p);
  bool isNear = abs(across.z) < 2.4 && across.x > -3.5;
  vec3 fans = CORAL * 1.9 * uArm.z * fan(p, rd, tangent, LEFT_SIGN, 0.11);
  fans += TEAL * 1.7 * uArm.w * fan(p, rd, tangent, RIGHT_SIGN, 0.09);
  fans += AMBER * 0.62 * fan(p, rd, tangent, SHOP, 0.11);
  fans += AMBER * 1.1 * fan(p, rd, tangent, LAMP, 0.10) * (isNear ? armShadow(p, normalize(LAMP - p), 0.12) : 1.0);
  vec3 c = vec3(0.0035, 0.0036, 0.0042) + fans * groove * 0.30;
  // The walls of the grooves blur the reflection along the radius.
  float jitter = hash2(gl_FragCoord.xy + vec2(uSample * 17.0, uSample * 5.0)) - 0.5;
  float waver = 0.03 * (fine - 0.5) + 0.012 * (loud - 0.5);
  vec3 n = normalize(vec3(0, 1, 0) + radial * mix(jitter * 0.10 + waver, jitter * 0.012, quiet));
  vec3 d = reflect(rd, n);
  float t = isNear ? hitArm(p, d, 5.0, 24) : -1.0;
  vec3 seen = t > 0.0 ? armLight(p + d * t, d, 0.2) : outside(d, false, 0.5);
  return c + seen * fresnel(sat(-dot(rd, n)), 0.05) * mix(0.75, 1.0, quiet);
}

vec3 deck(vec3 p, vec3 rd) {
  float r = length(p.xz);
  float wood = fbm2(p.xz * vec2(0.5, 7.0), 4);
  vec3 paint = vec3(0.055, 0.028, 0.014) * (0.4 + 1.1 * wood);
  float dark = smoothstep(6.0, 7.4, r);
  vec3 c = paint * lamp(p, vec3(0, 1, 0)) * mix(0.15, 1.0, dark);
  vec3 n = normalize(vec3(0.03 * (wood - 0.5), 1.0, 0.03 * (wood - 0.5)));
  return c + outside(reflect(rd, n), false, 0.7) * fresnel(sat(-dot(rd, n)), 0.04) * 0.5 * mix(0.2, 1.0, dark);
}

/** The rim of the platter has dots, which a lamp below the record lights so that they seem to stand still. */
vec3 rim(vec3 p, vec3 rd) {
  vec3 n = normalize(vec3(p.x, 0.25, p.z));
  float angle = atan(p.z, p.x);
  vec3 c = vec3(0.30, 0.29, 0.28) * room(p, reflect(rd, n), 0.16) * 0.7 + vec3(0.02) * lamp(p, n);
  float cell = fract(angle / (2.0 * PI) * 150.0) - 0.5;
  float dot_ = smoothstep(0.30, 0.20, abs(cell)) * smoothstep(0.075, 0.055, abs(p.y + 0.27));
  return c * (1.0 - 0.6 * dot_) + CORAL * dot_ * (0.05 + 1.3 * exp(-sq((angle - 1.15) / 0.28)));
}

void main() {
  vec3 ro, rd;
  float axial;
  cameraRay(ro, rd, axial);
  vec3 c = outside(rd, true, 0.1);
  float t = 26.0;

  float floor_ = (DECK - ro.y) / rd.y;
  if (floor_ > 0.0) {
    vec3 p = ro + rd * floor_;
    if (length(p.xz) < 17.0) { c = deck(p, rd); t = floor_; }
  }
  float top = -ro.y / rd.y;
  float r = length(ro.xz + rd.xz * top);
  if (top > 0.0 && r < RADIUS) {
    c = vinyl(ro + rd * top, rd, r);
    t = top;
  } else {
    // The platter's side.
    float a = dot(rd.xz, rd.xz), b = dot(ro.xz, rd.xz), q = b * b - a * (dot(ro.xz, ro.xz) - sq(RADIUS + 0.12));
    if (q > 0.0) {
      float side = (-b - sqrt(q)) / a;
      vec3 p = ro + rd * side;
      if (side > 0.0 && p.y > DECK + 0.1 && p.y < -0.06) { c = rim(p, rd); t = side; }
      float ledge = (-0.06 - ro.y) / rd.y;
      vec3 l = ro + rd * ledge;
      if (ledge > 0.0 && ledge < t && length(l.xz) < RADIUS + 0.12) { c = vec3(0.12) * room(l, reflect(rd, vec3(0, 1, 0)), 0.2) + vec3(0.02) * lamp(l, vec3(0, 1, 0)); t = ledge; }
    }
  }
  // The arm is a thin line from the stylus to the pivot, so most rays are far from it.
  vec3 u = normalize(vec3(PIVOT.x - STYLUS.x, 0.06 * 9.1, PIVOT.y - STYLUS.y)), away = vec3(STYLUS.x, 0.5, STYLUS.y) - ro;
  float near = abs(dot(away, normalize(cross(rd, u)))) < 1.2 ? hitArm(ro, rd, t, 60) : -1.0;
  if (near > 0.0) { t = near; c = armLight(ro + rd * t, rd, 0.0); }
  emit(c, t * axial);
}
