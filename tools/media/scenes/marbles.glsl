// Renders glass marbles on a varnished board. Rays hit spheres and the plane exactly. Only the ribbons inside the glass
// are marched. The unit is a marble's radius.

uniform vec4 uMarbles[3];   // x, rolled angle, z, 1 if the marble exists
uniform vec3 uLampAt;
const float TABLE_END = -16.0;

vec3 tintOf(int i) { return i == 0 ? vec3(1.0, 0.56, 0.16) : i == 1 ? vec3(0.20, 0.48, 1.0) : vec3(1.0, 0.27, 0.17); }
vec3 centreOf(int i) { return vec3(uMarbles[i].x, 1.0, uMarbles[i].z); }

/** Returns the distance to a unit sphere at `c`, or -1. */
float hitSphere(vec3 ro, vec3 rd, vec3 c) {
  vec3 q = ro - c;
  float b = dot(q, rd), h = b * b - dot(q, q) + 1.0;
  if (h < 0.0) return -1.0;
  return -b - sqrt(h);
}

vec3 lamps(vec3 ro, vec3 rd, float soft) {
  vec3 c = mix(vec3(0.012, 0.010, 0.010), vec3(0.012, 0.018, 0.042), smoothstep(-0.1, 0.9, rd.y));
  vec3 f = normalize(vec3(0.0, 0.8, 0.0) - uLampAt);
  c += vec3(1.0, 0.60, 0.27) * 9.0 * lampFace(ro, rd, uLampAt, f, normalize(cross(f, vec3(0, 1, 0))), vec2(2.6, 1.5), 0.015 + soft);
  vec3 at = vec3(9.0, 5.0, 1.5);
  f = normalize(vec3(0.0, 0.8, 0.0) - at);
  c += vec3(0.26, 0.47, 1.0) * 3.0 * lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 1, 0))), vec2(1.3, 3.0), 0.015 + soft);
  at = vec3(-6.0, 4.0, 8.0);
  f = normalize(vec3(0.0, 0.8, 0.0) - at);
  c += vec3(0.5, 0.6, 1.0) * 0.35 * lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 1, 0))), vec2(2.0, 1.4), 0.02 + soft);
  return c;
}

/** Returns the room behind the table, far out of focus. Its lights are discs. */
vec3 room(vec3 rd, int lights) {
  float h = rd.y, side = rd.x / -rd.z;
  vec3 c = mix(vec3(0.016, 0.010, 0.009), vec3(0.005, 0.008, 0.019), smoothstep(-0.1, 0.35, h));
  c += vec3(0.085, 0.027, 0.012) * exp(-sq((side + 0.42) / 0.30)) * exp(-sq((h - 0.02) / 0.12));
  for (int i = 0; i < lights; i++) {
    float k = float(i);
    vec2 at = vec2(-0.62 + 1.24 * hash2(vec2(k, 0.5)), -0.06 + 0.15 * hash2(vec2(k, 1.5)));
    float size = 0.022 + 0.018 * hash2(vec2(k, 2.5));
    float disc = length(vec2(side, h) - at) / size;
    vec3 tint = hash2(vec2(k, 3.5)) < 0.7 ? vec3(1.0, 0.52, 0.18) : vec3(0.35, 0.55, 1.0);
    c += tint * smoothstep(1.0, 0.9, disc) * (0.72 + 0.28 * smoothstep(0.3, 1.0, disc)) * (0.02 + 0.40 * sq(hash2(vec2(k, 4.5))));
  }
  return c;
}

/** Returns walnut: growth rings cut along the trunk, and pores along the fiber. */
vec3 wood(vec2 p) {
  float warp = fbm2(p * vec2(0.10, 0.45) + 7.0, 4);
  float grain = p.y * 0.55 + warp * 2.4 + 0.12 * noise2(p * vec2(0.5, 3.0));
  float rings = 0.5 + 0.5 * sin(grain * 9.0);
  rings = mix(rings, noise2(vec2(grain * 6.0, 2.0)), 0.6);
  float fine = noise2(p * vec2(2.4, 46.0)) * 0.6 + noise2(p * vec2(7.0, 110.0)) * 0.4;
  float pores = smoothstep(0.70, 0.92, noise2(p * vec2(3.2, 38.0) + 50.0));
  vec3 c = mix(vec3(0.10, 0.045, 0.021), vec3(0.19, 0.095, 0.044), rings);
  return c * (0.76 + 0.42 * fine) * (1.0 - 0.5 * pores);
}

/**
 * Returns the warm lamp's light at a point of the board, with the marbles' shadows and the light that their glass
 * focuses.
 */
vec3 lampOnBoard(vec3 p) {
  vec3 l = normalize(uLampAt - p);
  vec3 light = vec3(1.0);
  for (int i = 0; i < 3; i++) {
    if (uMarbles[i].w < 0.5) continue;
    vec3 q = centreOf(i) - p;
    float along = dot(q, l);
    if (along < -0.5) continue;
    float b = length(q - l * along);
    float soft = 0.05 + 0.05 * along;
    float inside = smoothstep(1.0 + soft * 1.4, 1.0 - soft * 1.4, b);
    // A glass ball is a lens. Its shadow is dark at the edge, and bright where the light is focused.
    float focus = exp(-sq(b / (0.20 + 0.12 * max(along - 1.0, 0.0)))) * 4.2 + exp(-sq(b / 0.55)) * 0.65;
    light = mix(light, tintOf(i) * (0.03 + focus), inside);
  }
  return light;
}

/** Returns a marble seen in a mirror or through another marble. Its color and its lamps are sufficient. */
vec3 plainMarble(vec3 p, vec3 rd, vec3 c, int i) {
  vec3 n = p - c;
  vec3 through = refract(rd, n, 0.66);
  through = normalize(vec3(through.x * 1.7, through.y * 1.7, through.z));
  vec3 back = through.y > 0.0 ? lamps(p, through, 0.05) + room(through, 0) : vec3(0.03, 0.015, 0.008);
  float core = exp(-2.2 * dot(rd + n, rd + n));
  return back * mix(vec3(1.0), tintOf(i), 0.8) * 0.8 + tintOf(i) * 0.05 * core + lamps(p, reflect(rd, n), 0.0) * fresnel(sat(-dot(rd, n)), 0.04);
}

vec3 board(vec3 p, vec3 rd, float mirrors) {
  vec3 n = vec3(0.0, 1.0, 0.0);
  vec2 bump = vec2(noise2(p.xz * vec2(5.0, 60.0)) - 0.5, noise2(p.xz * vec2(4.0, 44.0) + 9.0) - 0.5);
  vec3 m = normalize(n + vec3(bump.x * 0.008, 0.0, bump.y * 0.020));
  float open = 1.0;
  for (int i = 0; i < 3; i++) {
    if (uMarbles[i].w < 0.5) continue;
    vec3 q = centreOf(i) - p;
    open *= 1.0 - 0.9 * q.y / pow(dot(q, q), 1.5);
  }
  vec3 toLamp = uLampAt - p;
  float far_ = dot(toLamp, toLamp);
  vec3 light = vec3(1.0, 0.60, 0.27) * lampOnBoard(p) * (toLamp.y * inversesqrt(far_)) * 150.0 / far_;
  light += (vec3(0.10, 0.16, 0.34) * smoothstep(-9.0, 9.0, p.x) + vec3(0.04, 0.04, 0.05)) * open;
  vec3 c = wood(p.xz) * light;
  float f = fresnel(sat(-dot(rd, m)), 0.045);
  vec3 r = reflect(rd, m);
  vec3 mirrored = lamps(p, r, 0.10) * 0.55 + room(r, 0);
  if (mirrors > 0.5) {
    for (int i = 0; i < 3; i++) {
      float t = uMarbles[i].w > 0.5 ? hitSphere(p, r, centreOf(i)) : -1.0;
      if (t <= 0.0) continue;
      vec3 seen = plainMarble(p + r * t, r, centreOf(i), i);
      mirrored = seen * min(1.0, 0.42 / max(seen.r, max(seen.g, seen.b)));
    }
  }
  c += mirrored * f;
  // The far end of the board fades into the dark.
  return c * smoothstep(TABLE_END, -6.0, p.z) ;
}

/** Returns the light that meets a ray leaving a marble. */
vec3 beyond(vec3 ro, vec3 rd, int self) {
  for (int i = 0; i < 3; i++) {
    float t = i != self && uMarbles[i].w > 0.5 ? hitSphere(ro, rd, centreOf(i)) : -1.0;
    if (t > 0.0) return plainMarble(ro + rd * t, rd, centreOf(i), i);
  }
  float t = -ro.y / rd.y;
  if (t > 0.0 && ro.z + rd.z * t > TABLE_END) return board(ro + rd * t, rd, 0.0);
  return lamps(ro, rd, 0.0) + (rd.z < 0.0 ? room(rd, 0) : vec3(0.0));
}

/** Returns the twisted ribbons inside a marble, in its own frame. `which` selects the marble. */
float ribbons(vec3 p, out float which) {
  float shape = 0.50 * sqrt(max(1.0 - sq(p.y / 0.84), 0.0));
  vec2 q = turn(p.y * 2.6 + 0.35 * sin(p.y * 3.0)) * p.xz;
  float a = max(abs(q.x) - 0.028, abs(q.y) - shape), b = max(abs(q.y) - 0.028, abs(q.x) - shape);
  which = a < b ? step(0.0, q.y) : 2.0 + step(0.0, q.x);
  return max(min(a, b), abs(p.y) - 0.82) * 0.55;
}

vec3 marble(vec3 p, vec3 rd, int self) {
  vec3 c = centreOf(self), n = p - c;
  float f = fresnel(sat(-dot(rd, n)), 0.045);
  vec3 r = reflect(rd, n);
  vec3 mirrored = beyond(p + n * 0.002, r, self);
  vec3 in_ = refract(rd, n, 1.0 / 1.52);
  float length_ = -2.0 * dot(in_, n);
  // Converts to the marble's frame, which is rolled around z. Each marble's axis leans differently.
  mat2 roll = turn(uMarbles[self].y), lean = turn(0.5 + 0.55 * float(self));
  vec3 lo = n, ld = in_, lamp = normalize(uLampAt - c);
  lo.xy = roll * lo.xy; ld.xy = roll * ld.xy; lamp.xy = roll * lamp.xy;
  lo.yz = lean * lo.yz; ld.yz = lean * ld.yz; lamp.yz = lean * lamp.yz;
  float t = 0.02, which;
  vec3 tint = tintOf(self), glass = exp(-(1.0 - tint) * 0.12 * length_);
  vec3 inside = vec3(0.0);
  bool solid = false;
  for (int i = 0; i < 30; i++) {
    float d = ribbons(lo + ld * t, which);
    if (d < 0.004) { solid = true; break; }
    t += max(d, 0.008);
    if (t > length_) break;
  }
  if (solid) {
    vec3 q = lo + ld * t;
    vec2 e = vec2(0.01, -0.01);
    float w;
    vec3 m = normalize(e.xyy * ribbons(q + e.xyy, w) + e.yyx * ribbons(q + e.yyx, w) + e.yxy * ribbons(q + e.yxy, w) + e.xxx * ribbons(q + e.xxx, w));
    vec3 paint = which < 0.5 ? tint : which < 1.5 ? vec3(0.85, 0.80, 0.70) : which < 2.5 ? tint * vec3(0.75, 0.45, 0.5) : mix(tint, vec3(0.9), 0.45);
    // The enamel is thin, so light also passes from behind.
    float lit = 0.62 * sat(dot(m, lamp)) + 0.42 * sat(-dot(m, lamp)) + 0.10;
    inside = paint * (vec3(1.0, 0.66, 0.36) * lit * 1.5 + vec3(0.10, 0.16, 0.34) * (0.5 + 0.5 * n.x)) * 0.75;
  } else {
    vec3 exit_ = n + in_ * length_, out_ = refract(in_, -exit_, 1.52);
    if (dot(out_, out_) < 0.01) out_ = reflect(in_, -exit_);
    inside = beyond(c + exit_ * 1.002, out_, self);
    // Small bubbles and streaks break up the clear parts.
    inside *= 0.92 + 0.16 * noise3((lo + ld * length_ * 0.5) * 5.0);
  }
  return mix(inside * glass, mirrored, f);
}

void main() {
  vec3 ro, rd;
  float axial;
  cameraRay(ro, rd, axial);
  float t = rd.y < 0.0 ? -ro.y / rd.y : 1e5;
  int hit = -1;
  for (int i = 0; i < 3; i++) {
    float s = uMarbles[i].w > 0.5 ? hitSphere(ro, rd, centreOf(i)) : -1.0;
    if (s > 0.0 && s < t) { t = s; hit = i; }
  }
  vec3 p = ro + rd * t;
  if (hit >= 0) emit(marble(p, rd, hit), t * axial);
  else if (t < 1e4 && p.z > TABLE_END) emit(board(p, rd, 1.0), t * axial);
  else emit(room(rd, 24), 60.0);
}
