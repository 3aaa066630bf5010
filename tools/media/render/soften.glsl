#version 300 es
// Returns the mean of the samples. In blurred areas, few samples leave grain. Only there, neighboring pixels are mixed
// in, over a part of the existing blur.
precision highp float;
uniform sampler2D uSum;
uniform vec2 uSize;
uniform float uCount;
out vec4 outColor;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 middle = texelFetch(uSum, at, 0) / uCount;
  float radius = min(middle.a * 2.6 / sqrt(uCount), 9.0);
  if (radius < 0.6) { outColor = middle; return; }
  vec3 sum = middle.rgb;
  float weights = 1.0;
  for (int i = 1; i < 40; i++) {
    float r = sqrt(float(i) / 40.0), a = float(i) * 2.39996323;
    vec4 tap = texelFetch(uSum, clamp(at + ivec2(round(vec2(cos(a), sin(a)) * r * radius)), ivec2(0), ivec2(uSize) - 1), 0) / uCount;
    // A sharp neighbor isn't mixed in.
    float weight = clamp(tap.a * 2.6 / sqrt(uCount) / (r * radius + 0.3), 0.0, 1.0) * (1.0 - 0.6 * r * r);
    sum += tap.rgb * weight;
    weights += weight;
  }
  outColor = vec4(sum / weights, middle.a);
}
