#version 300 es
precision highp float;
uniform sampler2D uFrom;
uniform vec2 uSize, uStep;
out vec4 outColor;
void main() {
  vec2 uv = gl_FragCoord.xy / uSize, e = uStep / uSize;
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  for (int i = -6; i <= 6; i++) {
    float w = exp(-float(i * i) / 12.0);
    sum += texture(uFrom, uv + e * float(i)) * w;
    weights += w;
  }
  outColor = sum / weights;
}
