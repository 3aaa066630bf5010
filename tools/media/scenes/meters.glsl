// Renders two lit level meters in a dark panel. The unit is half the width of a meter's window. The panel is z = 0.

uniform sampler2D uScale;     // the printed face
uniform vec4 uNeedles;        // angles of both needles from vertical, brightness of both lamps
const vec2 WINDOW = vec2(1.0, 0.56);
const float APART = 1.28, FACE_Z = -0.16, NEEDLE_Z = -0.09, PIVOT_Y = -0.98;

float windowAt(vec2 p) { return box2(p, WINDOW - 0.07) - 0.07; }

vec3 lamps(vec3 ro, vec3 rd, float soft) {
  vec3 c = mix(vec3(0.010, 0.009, 0.012), vec3(0.014, 0.022, 0.05), smoothstep(-0.4, 0.8, rd.y));
  vec3 at = vec3(-3.2, 3.4, 3.6), f = normalize(vec3(0.0) - at);
  c += vec3(0.20, 0.42, 1.0) * 1.5 * lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 1, 0))), vec2(0.5, 1.9), 0.04 + soft);
  at = vec3(4.4, 1.6, 3.0);
  f = normalize(vec3(0.0) - at);
  c += vec3(1.0, 0.42, 0.20) * 2.2 * lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 1, 0))), vec2(0.9, 1.4), 0.06 + soft);
  at = vec3(0.5, -4.0, 3.0);
  f = normalize(vec3(0.0) - at);
  c += vec3(0.25, 0.35, 0.8) * 0.5 * lampFace(ro, rd, at, f, normalize(cross(f, vec3(0, 0, 1))), vec2(2.0, 0.6), 0.08 + soft);
  return c;
}

/** Returns the face: paper lit from below by a bulb behind each meter, with the print and the needle's shadow. */
vec3 face(vec2 p, float angle, float bulb) {
  vec2 uv = p / WINDOW * 0.5 + 0.5;
  vec4 print = texture(uScale, uv);
  vec2 toBulb = p - vec2(0.0, -0.62);
  float light = 1.5 / (1.0 + dot(toBulb, toBulb) * 2.3) * (0.82 + 0.18 * bulb);
  light *= 0.55 + 0.45 * smoothstep(0.0, -0.14, windowAt(p));
  vec2 q = turn(-angle) * (p - vec2(0.035, PIVOT_Y + 0.03));
  float shade = smoothstep(0.002, 0.030, abs(q.x)) * step(0.0, q.y) + step(q.y, 0.0);
  shade = q.y > 1.34 ? 1.0 : mix(0.55, 1.0, shade);
  vec3 paper = vec3(1.0, 0.44, 0.10) * (0.97 + 0.06 * noise2(p * 240.0));
  vec3 c = mix(paper, print.rgb * vec3(1.0, 0.55, 0.3), print.a * 0.94);
  return c * light * shade;
}

vec3 panel(vec3 p, vec3 rd, float d) {
  // The metal is brushed along x, so the normal leans up and down.
  float brush = noise2(p.xy * vec2(3.0, 330.0)) * 0.6 + noise2(p.xy * vec2(9.0, 700.0)) * 0.4 - 0.5;
  vec3 n = vec3(0.0, 0.0, 1.0);
  vec3 c = vec3(0.0);
  // The frame around the glass is rounded like a bead.
  const float frame = 0.085;
  if (d < frame) {
    vec2 e = vec2(0.002, 0.0);
    vec2 q = vec2(abs(p.x) - APART, p.y);
    vec2 g = normalize(vec2(windowAt(q + e.xy) - windowAt(q - e.xy), windowAt(q + e.yx) - windowAt(q - e.yx)) + 1e-5);
    g.x *= sign(p.x);
    float across = clamp(d / frame * 2.0 - 1.0, -0.97, 0.97);
    n = normalize(vec3(g * across, sqrt(1.0 - across * across) * 1.3));
    return lamps(p, reflect(rd, n), 0.05) * 0.75 * vec3(0.95, 0.92, 0.9) + vec3(1.0, 0.5, 0.15) * 0.05 * smoothstep(0.0, -1.0, across);
  }
  float shift = fract(uSample * 0.618034 + hash2(gl_FragCoord.xy)) - 0.5;
  for (int i = -3; i <= 3; i++) {
    float lean = (float(i) + shift) / 3.0;
    vec3 m = normalize(n + vec3(0.0, lean * 0.34 + brush * 0.16, 0.0));
    c += lamps(p, reflect(rd, m), 0.08) * exp(-lean * lean * 2.0);
  }
  c = c / 4.0 * vec3(0.42, 0.43, 0.47) * (0.85 + 0.5 * brush);
  // The glass lights the metal next to it, and the frame casts a shadow on the metal.
  float spill = exp(-(d - frame) * 4.5);
  c += vec3(1.0, 0.52, 0.18) * 0.018 * spill;
  return c * mix(0.45, 1.0, smoothstep(frame, frame + 0.10, d));
}

void main() {
  vec3 ro, rd;
  float axial;
  cameraRay(ro, rd, axial);
  float t = -ro.z / rd.z;
  vec3 p = ro + rd * t;
  float side = p.x < 0.0 ? -1.0 : 1.0;
  vec2 local = vec2(p.x - side * APART, p.y);
  float d = windowAt(local);
  float depth = t * axial;
  if (t < 0.0) { emit(vec3(0.0), 40.0); return; }
  if (d > 0.0) {
    // Each corner of a meter has a screw.
    vec2 s = abs(local) - vec2(1.19, 0.74);
    float screw = length(s) - 0.055;
    if (screw < 0.0) {
      float slot = box2(turn(0.5 + side + sign(local.x) + 2.0 * sign(local.y)) * s, vec2(0.06, 0.008));
      vec3 n = normalize(vec3(s * sign(local) * 5.0, 1.0));
      emit(lamps(p, reflect(rd, n), 0.05) * (slot < 0.0 ? 0.1 : 0.7), depth);
      return;
    }
    emit(panel(p, rd, d), depth);
    return;
  }
  float angle = side < 0.0 ? uNeedles.x : uNeedles.y, bulb = side < 0.0 ? uNeedles.z : uNeedles.w;
  vec3 c;
  float at = (FACE_Z - ro.z) / rd.z;
  vec3 q = ro + rd * at;
  vec2 f = vec2(q.x - side * APART, q.y);
  // The wall of the case, if the ray hits the wall before the face.
  c = windowAt(f) > -0.004 ? vec3(0.16, 0.07, 0.022) * smoothstep(0.5, -0.7, f.y) : face(f, angle, bulb);
  depth = at * axial;
  float an = (NEEDLE_Z - ro.z) / rd.z;
  vec3 w = ro + rd * an;
  vec2 h = turn(-angle) * (vec2(w.x - side * APART, w.y) - vec2(0.0, PIVOT_Y));
  float needle = abs(h.x) - mix(0.011, 0.0045, h.y / 1.4);
  if (needle < 0.0 && h.y > 0.0 && h.y < 1.36) {
    float round_ = h.x / mix(0.011, 0.0045, h.y / 1.4);
    c = vec3(0.006, 0.005, 0.005) + vec3(1.0, 0.5, 0.18) * 0.03 * sq(round_) + lamps(w, reflect(rd, normalize(vec3(round_, 0.0, 1.0))), 0.2) * 0.04;
    depth = an * axial;
  }
  // The cover that hides the pivot.
  vec2 cover = vec2(w.x - side * APART, w.y + 0.62);
  if (length(cover * vec2(0.55, 1.0)) < 0.16) {
    float lip = smoothstep(0.16, 0.135, length(cover * vec2(0.55, 1.0)));
    c = mix(vec3(0.12, 0.055, 0.02), vec3(0.006, 0.006, 0.008), lip);
    depth = an * axial;
  }
  // The glass is slightly domed, so that lamps bend in it.
  vec3 n = normalize(vec3(local * vec2(0.07, 0.10), 1.0));
  c = c * 0.93 + lamps(p, reflect(rd, n), 0.01) * (fresnel(sat(-dot(rd, n)), 0.04) * 1.4);
  emit(c, depth);
}
