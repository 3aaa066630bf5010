// Renders drops that fall into still, dark water between two long lamps: a warm one low behind, and a cold one
// overhead. The unit is a centimeter. The surface is a sum of rings. The column and the droplet after an impact are
// bodies that merge with the surface.

uniform vec4 uRings[6];    // x, z, radius of the front, its width
uniform vec4 uWaves[6];    // waves per centimeter (as an angle), height of the front, depth of the bowl, its width
uniform vec4 uJets[6];     // height of the column, its radius, height of the droplet above it, its radius
uniform vec4 uFalling;     // x, height, z, and radius of the falling drop

float rings(vec2 p) {
  float h = 0.0;
  for (int i = 0; i < 6; i++) {
    vec4 ring = uRings[i], wave = uWaves[i];
    float r = length(p - ring.xy);
    float x = (r - ring.z) / ring.w;
    // Short waves run ahead, and long ones follow.
    if (abs(x) < 2.6) h += wave.y * exp(-x * x) * cos(wave.x * ring.w * (x + 0.16 * x * x)) * inversesqrt(0.35 + 0.55 * r);
    h -= wave.z * exp(-sq(r / wave.w));
  }
  float a = 2.0 * PI * uTime / uLoop;
  return h + 0.002 * (sin(p.x * 1.1 + p.y * 0.5 + a * 2.0) + sin(p.x * -0.6 + p.y * 1.4 + a * 3.0));
}

/** Returns the distance to the bodies above the surface: each impact's column and droplet, and the falling drop. */
float bodies(vec3 p) {
  float d = length(p - uFalling.xyz) - uFalling.w;
  for (int i = 0; i < 6; i++) {
    vec4 jet = uJets[i];
    if (jet.x <= 0.001 && jet.w <= 0.001) continue;
    vec3 q = p - vec3(uRings[i].x, 0.0, uRings[i].y);
    if (jet.x > 0.001) {
      float y = clamp(q.y, -0.4, jet.x);
      float part = y / max(jet.x, 0.05);
      // The column is wide at its foot and narrow at its neck, with a bead at its tip.
      float r = jet.y * (0.55 + 0.9 * exp(-part * 4.0) + 0.55 * exp(-sq((part - 1.0) / 0.22)));
      d = min(d, (length(vec3(q.x, q.y - y, q.z)) - r) * 0.8);
    }
    if (jet.w > 0.001) d = min(d, length(q - vec3(0.0, jet.z, 0.0)) - jet.w);
  }
  return d;
}
float map(vec3 p) { return smin((p.y - rings(p.xz)) * 0.75, bodies(p), 0.28); }

vec3 normalAt(vec3 p) {
  const vec2 e = vec2(0.006, -0.006);
  return normalize(e.xyy * map(p + e.xyy) + e.yyx * map(p + e.yyx) + e.yxy * map(p + e.yxy) + e.xxx * map(p + e.xxx));
}

/** Returns the light that the water mirrors. */
vec3 lamps(vec3 rd) {
  float up = rd.y, side = rd.x / (abs(rd.z) + 0.15);
  vec3 c = mix(vec3(0.007, 0.010, 0.020), vec3(0.003, 0.005, 0.012), sat(up));
  // The evening in the mirror: a warm strip low behind, deeper in color toward its ends, with dusk above it.
  float middle = exp(-sq((side + 0.02) / 0.26));
  vec3 warm = mix(vec3(1.0, 0.17, 0.05), vec3(1.0, 0.46, 0.13), middle);
  if (rd.z < 0.0) {
    float above = max(up, 0.0);
    c += warm * (middle * 1.15 + 0.10 * exp(-sq(side / 0.7))) * smoothstep(-0.03, 0.03, up) * smoothstep(0.17, 0.03, up);
    c += vec3(0.50, 0.13, 0.06) * 0.42 * exp(-sq(side / 0.5)) * exp(-above * 7.0);
    c += vec3(0.05, 0.06, 0.17) * exp(-sq(side / 1.4)) * exp(-sq((above - 0.30) / 0.22));
  }
  // The cold panels: one overhead, and one upright on the right.
  c += vec3(0.16, 0.36, 1.0) * 1.1 * smoothstep(0.40, 0.62, up) * smoothstep(0.99, 0.86, up);
  c += vec3(0.20, 0.40, 1.0) * 0.9 * exp(-sq((rd.x - 0.72) / 0.16)) * exp(-sq((up - 0.38) / 0.22));
  return c;
}

vec3 wet(vec3 rd, vec3 n) {
  float f = fresnel(sat(-dot(rd, n)), 0.02);
  // A small body of water shows the room upside down.
  vec3 inside = refract(rd, n, 0.75);
  vec3 out_ = normalize(vec3(inside.x * 1.5, inside.y * 1.2 + 0.12, inside.z));
  return mix(lamps(out_) * 0.75 + vec3(0.004, 0.007, 0.014), lamps(reflect(rd, n)), f);
}

void main() {
  vec3 ro, rd;
  float axial;
  cameraRay(ro, rd, axial);
  if (rd.y > -0.004) { emit(lamps(rd), 60.0); return; }
  // The ray is marched near a body. Elsewhere the surface is so flat that a few corrections find the hit.
  float top = uFalling.w > 0.0 ? uFalling.y + uFalling.w : 0.0;
  vec2 way = normalize(rd.xz);
  bool near = top > 0.0 && abs(dot(uFalling.xz - ro.xz, vec2(way.y, -way.x))) < 0.6;
  for (int i = 0; i < 6; i++) {
    if (uJets[i].x + uJets[i].w < 0.001) continue;
    vec2 to = uRings[i].xy - ro.xz;
    if (abs(dot(to, vec2(way.y, -way.x))) > 0.75) continue;
    near = true;
    top = max(top, max(uJets[i].x + uJets[i].y * 2.0, uJets[i].z + uJets[i].w));
  }
  float t = -ro.y / rd.y;
  vec3 p = ro + rd * t, n;
  float distance_ = 1.0;
  if (near) {
    t = max((top + 0.1 - ro.y) / rd.y, 0.0);
    for (int i = 0; i < 60; i++) {
      p = ro + rd * t;
      distance_ = map(p);
      if (distance_ < 0.003 || t > 60.0) break;
      t += distance_ * 0.92;
    }
    n = normalAt(p);
  }
  if (!near || bodies(p) > 0.28) {
    for (int i = 0; i < 3; i++) {
      t -= 0.8 * (p.y - rings(p.xz)) / rd.y;
      p = ro + rd * t;
    }
    float e = 0.006 + 0.0005 * t, h = rings(p.xz);
    n = normalize(vec3(h - rings(p.xz + vec2(e, 0.0)), e, h - rings(p.xz + vec2(0.0, e))));
  }
  float body = near ? smoothstep(0.10, 0.0, bodies(p)) * smoothstep(0.02, 0.12, p.y - rings(p.xz)) : 0.0;
  vec3 r = reflect(rd, n);
  float f = fresnel(sat(-dot(rd, n)), 0.02);
  r.y = abs(r.y);
  vec3 mirrored = lamps(r);
  // The water also mirrors the column and the drops.
  float s = 0.05;
  for (int i = 0; i < 26 && near; i++) {
    vec3 q = p + r * s;
    float d = bodies(q);
    if (q.y > top + 0.3 || s > 7.0) break;
    if (d < 0.012) {
      vec2 e = vec2(0.01, -0.01);
      vec3 m = normalize(e.xyy * bodies(q + e.xyy) + e.yyx * bodies(q + e.yyx) + e.yxy * bodies(q + e.yxy) + e.xxx * bodies(q + e.xxx));
      mirrored = wet(r, m);
      break;
    }
    s += max(d, 0.02);
  }
  vec3 deep = vec3(0.0016, 0.003, 0.0065) + vec3(0.010, 0.006, 0.003) * sat(n.z * -2.0);
  vec3 surface = mix(deep, mirrored, f);
  // A wave's back lets a little light of the warm lamp through.
  vec3 c = mix(surface, wet(rd, n), body);
  emit(c, t * axial);
}
