#version 300 es
// Converts light to an image: lens glow, exposure, a film curve, a color grade, darker corners, and fine grain.
precision highp float;
precision highp int;
uniform sampler2D uPicture, uGlow0, uGlow1, uGlow2, uGlow3, uGlow4;
uniform vec2 uSize;
uniform float uExposure, uGlow, uVignette, uGrain, uFrame, uSaturation, uContrast;
uniform vec3 uLift, uTint;
out vec4 outColor;

uint mixBits(uint x) { x ^= x >> 16U; x *= 0x7feb352dU; x ^= x >> 15U; x *= 0x846ca68bU; return x ^ (x >> 16U); }
float random(ivec2 p, uint salt) { return float(mixBits(uint(p.x) + mixBits(uint(p.y) + mixBits(salt))) >> 8U) / 16777216.0; }
/** Returns the difference of two random values. Noise of this shape has the same spread at every brightness. */
float triangle(ivec2 p, uint salt) { return random(p, salt) - random(p, salt ^ 0x51ed27U); }

// A shoulder and a toe, fitted to the usual film curve. The curve works in the color space of the eye's three cones, so
// strong colors get pale in the highlights instead of clipping.
vec3 film(vec3 x) {
  const mat3 into = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
  const mat3 back = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
  vec3 v = into * x;
  v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081);
  return clamp(back * v, 0.0, 1.0);
}

void main() {
  vec2 uv = gl_FragCoord.xy / uSize;
  vec3 light = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0).rgb;
  vec3 glow = texture(uGlow0, uv).rgb * 0.22 + texture(uGlow1, uv).rgb * 0.24 + texture(uGlow2, uv).rgb * 0.22 +
    texture(uGlow3, uv).rgb * 0.18 + texture(uGlow4, uv).rgb * 0.14;
  light = mix(light, glow, uGlow);
  vec2 corner = (uv - 0.5) * vec2(uSize.x / uSize.y, 1.0);
  light *= uExposure * mix(1.0, 1.0 / (1.0 + dot(corner, corner) * 2.2), uVignette);
  vec3 c = film(light * uTint);
  c = mix(c * 12.92, 1.055 * pow(max(c, 1e-5), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
  float luma = dot(c, vec3(0.2126, 0.7152, 0.0722));
  c = mix(vec3(luma), c, uSaturation);
  c = mix(c, c * c * (3.0 - 2.0 * c), uContrast);
  c = uLift + c * (1.0 - uLift);
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint salt = mixBits(uint(uFrame) + 13U);
  // The grain is soft, because half of it is shared with the neighbors. It is strongest in the dark middle tones, and
  // the same for all colors.
  float grain = 0.5 * triangle(at, salt) + 0.5 * triangle(at / 2, salt + 1U);
  c += grain * uGrain / 255.0 * (1.0 - 0.6 * luma);
  c += vec3(triangle(at, salt + 2U), triangle(at, salt + 3U), triangle(at, salt + 4U)) / 255.0 * 0.8;
  outColor = vec4(c, 1.0);
}
