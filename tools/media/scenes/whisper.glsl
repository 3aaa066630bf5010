// Renders a woman in profile in the dark, lit by the phone that she speaks into. Behind her are a wet window and the
// lights of a street. She is an outline that is shaded as a relief. Near its edge, the surface turns away as a face
// does.

uniform vec4 uFace[63];   // points of the outline, two in each; units of silhouettes.ts, y down
uniform vec4 uHair[24];
uniform vec2 uMouth;      // jaw, roundness
uniform vec4 uLife;       // breath, light of the phone, blink, nod
uniform vec2 uCamera;

const vec3 PHONE_LIGHT = vec3(0.60, 0.81, 1.0);
const vec3 STREET_LIGHT = vec3(1.0, 0.50, 0.20);
const vec3 SKIN = vec3(0.92, 0.60, 0.46);
const vec2 PHONE = vec2(113.0, 101.0);
const vec2 PHONE_AXIS = vec2(0.42, -0.9075);

// ---- The street.

const int LIGHTS = 46;

vec3 tint(float h) {
  return h < 0.5 ? vec3(1.0, 0.50, 0.16) : h < 0.68 ? vec3(1.0, 0.16, 0.07) : h < 0.88 ? vec3(1.0, 0.82, 0.55) : vec3(0.16, 0.62, 0.62);
}

vec3 disc(vec2 p, vec2 at, float r, vec3 color) {
  float d = length(p - at) / r;
  return color * smoothstep(1.0, 0.9, d) * (0.55 + 0.45 * smoothstep(0.5, 0.95, d));
}

vec3 street(vec2 p) {
  vec3 c = mix(vec3(0.012, 0.018, 0.036), vec3(0.070, 0.036, 0.026), exp(-sq(p.y + 0.25) * 3.0));
  for (int i = 0; i < LIGHTS; i++) {
    uint k = uint(i) * 7U;
    vec2 at = vec2((hash1(k) * 2.0 - 1.0) * 2.1, mix(-0.70, 0.95, hash1(k + 1U) * (0.35 + 0.65 * hash1(k + 5U))));
    float r = mix(0.07, 0.19, hash1(k + 2U));
    float flicker = 1.0 + 0.12 * sin(2.0 * PI * (uTime / uLoop * floor(1.0 + hash1(k + 6U) * 4.0) + hash1(k + 4U)));
    c += disc(p, at, r, tint(hash1(k + 3U))) * mix(0.10, 0.80, sq(hash1(k + 4U))) * flicker;
  }
  // Approaching cars are white, and departing ones are red.
  for (int i = 0; i < 5; i++) {
    uint k = 900U + uint(i) * 5U;
    float way = i < 2 ? -1.0 : 1.0;
    float x = (fract(hash1(k) + way * uTime / uLoop) * 2.0 - 1.0) * 2.6;
    vec2 at = vec2(x, -0.52 + 0.16 * hash1(k + 1U));
    vec3 color = i < 2 ? vec3(1.0, 0.86, 0.66) : vec3(1.0, 0.10, 0.05);
    c += (disc(p, at, 0.085, color) + disc(p, at + vec2(0.12, 0.01), 0.085, color)) * 0.5;
  }
  return c;
}

/** Returns the street in a drop: small, upside down, and darker toward the edge. */
vec3 drop(vec2 q, vec2 at, float r) {
  float d = length(q) / r;
  vec3 c = street(at * 0.6 + q / r * vec2(-0.9, -0.75)) * 1.5;
  c *= 1.0 - 0.75 * smoothstep(0.55, 1.0, d);
  return c + vec3(0.8, 0.75, 0.7) * 0.25 * smoothstep(0.35, 0.0, length(q / r - vec2(-0.3, 0.45)));
}

vec3 window(vec2 p) {
  // The pane is wet, so the street behind it wavers.
  vec2 wet = vec2(noise2(p * vec2(5.0, 2.0) + vec2(0.0, 40.0)), noise2(p * vec2(5.0, 2.0) + 9.0)) - 0.5;
  vec3 c = street(p + wet * 0.03);
  float a = uTime / uLoop;
  float wiped = 0.0;
  for (int i = 0; i < 9; i++) {
    uint k = 300U + uint(i) * 9U;
    float way = fract(hash1(k) + a);
    // The drop sticks and slips.
    way += 0.05 * sin(2.0 * PI * (way * 3.0 + hash1(k + 1U)));
    float x0 = (float(i) + 0.15 + 0.7 * hash1(k + 2U)) / 9.0 * 3.8 - 1.9, y0 = 1.25 - 2.7 * way;
    float bend = 0.05 * (noise2(vec2(p.y * 2.5, float(i) * 11.0)) - 0.5);
    float r = mix(0.022, 0.036, hash1(k + 3U));
    vec2 q = p - vec2(x0 + bend, y0);
    float trail = smoothstep(r * 0.62, r * 0.3, abs(q.x)) * smoothstep(0.0, 0.03, q.y) * smoothstep(0.9, 0.1, q.y);
    wiped = max(wiped, trail);
    if (trail > 0.0) {
      float beads = noise2(vec2(float(i) * 5.0, p.y * 40.0));
      c = mix(c, street(p * 0.93 + vec2(0.02, 0.05)) * 1.1 + 0.006, trail * (0.12 + 0.3 * beads));
    }
    q.y *= q.y > 0.0 ? 0.62 : 1.0;
    if (length(q) < r) { c = mix(c, drop(q, vec2(x0, y0), r), smoothstep(r, r * 0.8, length(q))); wiped = 1.0; }
  }
  // Drops that don't move.
  for (int layer = 0; layer < 2; layer++) {
    float cell = layer == 0 ? 0.15 : 0.07;
    vec2 id = floor(p / cell + float(layer) * 31.0);
    float size = hash2(id + 3.0);
    float r = cell * mix(0.12, 0.34, size * size);
    vec2 at = (id - float(layer) * 31.0 + 0.5) * cell + (vec2(hash2(id), hash2(id + 70.0)) - 0.5) * (cell - 2.0 * r) * 0.9;
    vec2 q = p - at;
    q *= vec2(1.0, 0.9);
    float d = length(q);
    if (d < r && hash2(id + 140.0) < (layer == 0 ? 0.75 : 0.4) && wiped < 0.5)
      c = mix(c, drop(q, at, r), smoothstep(r, r * 0.7, d));
  }
  return c;
}

// ---- Outlines.

/** The distance to an outline (negative inside), and the normal of the round body inside the outline. */
struct Outline { float d; vec3 normal; };

void side(vec2 p, vec2 a, vec2 b, inout float d2, inout bool inside, inout vec3 sum) {
  vec2 e = b - a, v = p - a;
  float length2 = max(dot(e, e), 1e-8);
  vec2 q = v - e * clamp(dot(v, e) / length2, 0.0, 1.0);
  float x = dot(q, q);
  d2 = min(d2, x);
  if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + e.x * (p.y - a.y) / e.y) inside = !inside;
  float near = inversesqrt(x + 0.6);
  sum += vec3(vec2(e.y, -e.x), sqrt(length2)) * near * near * near;
}

Outline outline(float d2, bool inside, vec3 sum) {
  vec2 n = sum.xy / max(sum.z, 1e-9);
  float flat_ = min(length(n), 1.0);
  // The outline of a round body. It faces the viewer in the middle and turns away at the edge.
  return Outline(inside ? -sqrt(d2) : sqrt(d2), normalize(vec3(n, sqrt(max(1.0 - flat_ * flat_, 0.0)) + 0.02)));
}

Outline face(vec2 p) {
  float d2 = 1e9; bool inside = false; vec3 sum = vec3(0.0);
  vec2 last = uFace[62].zw;
  for (int i = 0; i < 63; i++) {
    side(p, last, uFace[i].xy, d2, inside, sum);
    side(p, uFace[i].xy, uFace[i].zw, d2, inside, sum);
    last = uFace[i].zw;
  }
  return outline(d2, inside, sum);
}

Outline hair(vec2 p) {
  float d2 = 1e9; bool inside = false; vec3 sum = vec3(0.0);
  vec2 last = uHair[23].zw;
  for (int i = 0; i < 24; i++) {
    side(p, last, uHair[i].xy, d2, inside, sum);
    side(p, uHair[i].xy, uHair[i].zw, d2, inside, sum);
    last = uHair[i].zw;
  }
  return outline(d2, inside, sum);
}

float stroke(vec2 p, vec2 a, vec2 b, float r0, float r1) {
  vec2 e = b - a, v = p - a;
  float t = clamp(dot(v, e) / dot(e, e), 0.0, 1.0);
  return length(v - e * t) - mix(r0, r1, t);
}

float hand(vec2 p) {
  float d = stroke(p, vec2(130.0, 128.0), vec2(143.0, 185.0), 9.5, 12.0);
  d = smin(d, stroke(p, vec2(123.0, 112.0), vec2(129.0, 126.0), 7.0, 9.0), 5.0);
  float thumb = smin(stroke(p, vec2(124.0, 120.0), vec2(113.5, 111.0), 5.0, 3.6), stroke(p, vec2(113.5, 111.0), vec2(111.5, 102.0), 3.4, 2.6), 2.0);
  d = smin(d, thumb, 3.0);
  // The fingers are along the phone's back.
  d = smin(d, stroke(p, vec2(126.0, 114.0), vec2(119.6, 94.5), 4.6, 2.7), 1.5);
  d = smin(d, stroke(p, vec2(121.0, 115.0), vec2(119.2, 99.0), 5.0, 3.0), 1.5);
  return d;
}

// ---- Light.

vec3 byPhone(vec3 n, vec2 p, float z, vec3 skin) {
  vec3 to = vec3(PHONE - vec2(3.0, 1.0) - p, 9.0 - z);
  float r2 = dot(to, to);
  float facing = dot(n, to * inversesqrt(r2));
  float power = uLife.y * 3500.0 / (r2 + 350.0);
  return PHONE_LIGHT * skin * max(facing, 0.0) * power + vec3(0.42, 0.12, 0.06) * skin * sat(facing * 0.7 + 0.3) * 0.14 * power;
}

vec3 byStreet(vec3 n, vec3 color) {
  // The window is behind her, so its light reaches only her edges.
  float edge = pow(1.0 - n.z, 2.0);
  return color * edge * (STREET_LIGHT * 0.34 * sat(0.35 - n.x - 0.4 * n.y) + vec3(0.10, 0.15, 0.30) * 0.35 * sat(0.6 - n.y));
}

vec3 skinAt(vec2 p, Outline o) {
  vec3 skin = SKIN;
  // Lips.
  vec2 lips = (p - vec2(76.5, 77.5 + 2.2 * uMouth.x)) / vec2(6.5, 5.6 + 2.0 * uMouth.x);
  skin = mix(skin, vec3(0.62, 0.24, 0.24), smoothstep(1.0, 0.65, length(lips)));
  vec3 n = o.normal;
  // The eye socket is deeper, and the cheekbone protrudes.
  float socket = exp(-dot((p - vec2(68.0, 39.5)) / vec2(5.5, 5.0), (p - vec2(68.0, 39.5)) / vec2(5.5, 5.0)));
  vec3 c = byPhone(n, p, 16.0 * n.z, skin) * (1.0 - 0.5 * socket);
  c += byStreet(n, skin) + skin * vec3(0.0035, 0.0040, 0.0065);
  // The jaw casts a shadow on the neck.
  float jaw = 96.5 + 4.0 * uMouth.x - (62.0 - p.x) * 0.42;
  c *= mix(1.0, 0.30, smoothstep(jaw + 0.5, jaw + 6.0, p.y) * smoothstep(64.0, 52.0, p.x));
  // The corner of the mouth, the nostril, and the side of the nose.
  float corner = stroke(p, vec2(75.6, 77.2 + 2.0 * uMouth.x), vec2(66.5 + uMouth.y * 2.0, 77.8 + 1.6 * uMouth.x), 0.1, 0.1);
  c *= 1.0 - 0.75 * smoothstep(1.1, 0.0, corner);
  c *= 1.0 - 0.8 * smoothstep(1.0, 0.2, length((p - vec2(75.6, 65.9)) / vec2(1.9, 0.9)));
  c *= 1.0 - 0.35 * smoothstep(1.4, 0.0, abs(length((p - vec2(75.0, 63.5)) / vec2(1.0, 1.15)) - 4.2)) * smoothstep(75.0, 71.0, p.x) * smoothstep(59.0, 62.0, p.y);
  // The brow.
  float brow = min(stroke(p, vec2(72.0, 29.6), vec2(67.0, 27.2), 0.7, 1.15), stroke(p, vec2(67.0, 27.2), vec2(58.0, 29.0), 1.15, 0.3));
  c *= 1.0 - 0.82 * smoothstep(0.7, -0.5, brow);
  // The eye looks down at the phone: a lid, a slit, and a point of light.
  float open = 1.0 - uLife.z;
  vec2 e = p - vec2(66.0, 41.0);
  float along = sat((e.x + 4.0) / 8.6);
  float upper = -2.3 * open * sqrt(along) + 1.2 * (1.0 - open), lower = 1.15 * sqrt(along) * open + 1.2 * (1.0 - open);
  if (e.x > -4.0 && e.x < 4.6) {
    float in_ = smoothstep(upper - 0.25, upper + 0.25, e.y) * smoothstep(lower + 0.25, lower - 0.25, e.y) * smoothstep(4.6, 4.1, e.x);
    vec3 ball = byPhone(normalize(vec3(0.75, 0.15, 0.6)), p, 8.0, vec3(0.75)) * 0.55;
    float iris = length((e - vec2(4.2, -0.4)) / vec2(1.9, 2.3));
    ball = mix(ball, ball * vec3(0.16, 0.12, 0.10), smoothstep(1.05, 0.85, iris));
    ball += PHONE_LIGHT * uLife.y * 1.6 * smoothstep(0.55, 0.2, length(e - vec2(3.4, -0.1)));
    c = mix(c, ball, in_);
  }
  float lid = abs(e.y - upper);
  c *= 1.0 - 0.85 * smoothstep(0.75, 0.1, lid) * smoothstep(-4.4, -3.0, e.x) * smoothstep(5.4, 4.6, e.x);
  // The fold above the lid.
  float fold = abs(e.y - (-3.4 * sqrt(along) - 0.3 + 0.6 * (1.0 - open)));
  c *= 1.0 - 0.4 * smoothstep(0.8, 0.0, fold) * smoothstep(-3.5, -1.0, e.x) * smoothstep(5.0, 3.5, e.x);
  return c;
}

/** Returns the hair's strands, which run from the forehead back to the knot. */
float strandsAt(vec2 p) {
  vec2 away = p - vec2(-22.0, 44.0);
  float angle = atan(away.y, away.x), r = length(away);
  if (p.x < -5.0) { away = p - vec2(-24.0, 40.0); angle = length(away) * 0.06 + 0.1 * atan(away.y, away.x); r = atan(away.y, away.x) * 12.0; }
  return noise2(vec2(r * 0.045, angle * 26.0)) * 0.5 + noise2(vec2(r * 0.06 + 7.0, angle * 75.0)) * 0.5;
}

vec3 hairAt(vec2 p, Outline o, float strands) {
  vec3 n = o.normal;
  vec3 color = vec3(0.060, 0.034, 0.022) * (0.06 + 2.6 * strands * strands * strands);
  // The hair is flat toward the face.
  float front = smoothstep(0.0, 0.6, n.x);
  vec3 flat_ = normalize(mix(n, vec3(0.25, 0.05, 1.0), 0.75 * front));
  vec3 c = byPhone(flat_, p, 14.0, color * vec3(1.0, 0.78, 0.6)) * 0.12;
  return c + byStreet(normalize(n - vec3(0.0, 0.0, 0.25 * n.z)), vec3(0.9)) * (0.2 + 1.2 * strands) * (1.0 - front) + color * 0.01;
}

void lay(inout vec4 under, vec3 color, float cover) { under = under * (1.0 - cover) + vec4(color, 1.0) * cover; }

/** Draws the woman, in her own units. */
void layHer(inout vec4 picture, vec2 h) {
  if (h.y > 66.0 && h.y < 90.0) {
    // The space between the lips is dark.
    float within = length((h - vec2(71.5, 77.6 + 2.4 * uMouth.x)) / vec2(5.0, 1.0 + 4.4 * uMouth.x));
    lay(picture, vec3(0.012, 0.004, 0.005), smoothstep(1.0, 0.85, within));
  }
  Outline k = Outline(9.0, vec3(0.0, 0.0, 1.0));
  float strands = 0.5, hairy = 0.0;
  if (h.y < 92.0 && h.x < 76.0) {
    k = hair(h);
    if (k.d < 2.5) {
      strands = strandsAt(h);
      // Single hairs start at the hairline.
      hairy = smoothstep(0.5, -0.7, k.d + 4.0 * (strands - 0.62) * smoothstep(0.0, 0.5, k.normal.x));
    }
  }
  if (hairy < 1.0 && h.x > -45.0) {
    Outline o = face(h);
    if (o.d < 0.4) lay(picture, skinAt(h, o), smoothstep(0.12, -0.12, o.d));
    // The lashes extend beyond the outline.
    vec2 e = h - vec2(70.5, 40.0 + 1.6 * uLife.z);
    float lash = stroke(e, vec2(-0.5, 0.0), vec2(4.6, 1.9 + 1.6 * uLife.z), 0.42, 0.08);
    lash = min(lash, stroke(e, vec2(-1.5, -0.2), vec2(4.9, 0.9 + 1.8 * uLife.z), 0.40, 0.06));
    lay(picture, vec3(0.010, 0.009, 0.012) + PHONE_LIGHT * 0.02 * uLife.y, smoothstep(0.15, -0.15, lash));
  }
  if (hairy > 0.0) lay(picture, hairAt(h, k, strands), hairy);
}

void layPhone(inout vec4 picture, vec2 q) {
  vec2 f = q - PHONE;
  // Axes along the phone and away from its screen.
  vec2 s = vec2(dot(f, PHONE_AXIS), dot(f, vec2(-PHONE_AXIS.y, PHONE_AXIS.x)));
  float slab = box2(s, vec2(18.5, 1.15)) - 0.7;
  vec3 body = vec3(0.012, 0.013, 0.016) + PHONE_LIGHT * 0.05 * smoothstep(-0.2, -1.6, s.y);
  body += PHONE_LIGHT * uLife.y * 4.5 * smoothstep(-1.0, -1.6, s.y) * smoothstep(18.4, 17.6, abs(s.x));
  body += STREET_LIGHT * 0.10 * smoothstep(1.0, 1.7, s.y);
  lay(picture, body, smoothstep(0.15, -0.15, slab));
  float d = hand(q);
  if (d > 0.4) return;
  const vec2 t = vec2(0.5, 0.0);
  vec2 out_ = normalize(vec2(hand(q + t.xy) - hand(q - t.xy), hand(q + t.yx) - hand(q - t.yx)) + 1e-5);
  float edge = sat(1.0 + d / 4.0);
  vec3 n = normalize(vec3(out_ * edge, sqrt(1.0 - edge * edge) + 0.05));
  vec3 lit = byPhone(n, q, 4.0 + 4.0 * n.z, SKIN) * 0.5 * smoothstep(3.0, -2.0, s.y) + byStreet(n, SKIN) + SKIN * 0.004;
  lay(picture, lit, smoothstep(0.15, -0.15, d));
}

void main() {
  vec2 p = (2.0 * (gl_FragCoord.xy + uJitter) - uSize) / uSize.y;
  p /= uCamera.y;
  vec2 q = vec2((p.x + uCamera.x) * 66.0 + 66.0, 55.0 - p.y * 66.0 + 0.35 * uLife.x);
  // She nods a little around the neck.
  vec2 h = turn(uLife.w) * (q - vec2(30.0, 120.0)) + vec2(30.0, 120.0);
  vec4 picture = vec4(0.0);
  if (h.x < 92.0) layHer(picture, h);
  if (q.x > 95.0 && q.y > 70.0) layPhone(picture, q);
  vec3 c = picture.rgb;
  if (picture.a < 1.0) {
    vec3 behind = window(p + vec2(uCamera.x * 0.5, 0.0));
    // The phone's light in the damp air.
    float far_ = length(q - PHONE + vec2(5.0, 2.0));
    behind += PHONE_LIGHT * uLife.y * (0.05 * exp(-far_ * 0.05) + 0.10 * exp(-far_ * 0.16));
    c += behind * (1.0 - picture.a);
  }
  outColor = vec4(min(c, vec3(9.0)), 0.0);
}
