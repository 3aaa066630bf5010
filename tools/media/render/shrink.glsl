#version 300 es
precision highp float;
uniform sampler2D uFrom;
uniform vec2 uSize;
out vec4 outColor;
void main() {
  vec2 uv = gl_FragCoord.xy / uSize, e = 0.5 / vec2(textureSize(uFrom, 0));
  outColor = 0.25 * (texture(uFrom, uv + e) + texture(uFrom, uv - e) + texture(uFrom, uv + vec2(e.x, -e.y)) + texture(uFrom, uv + vec2(-e.x, e.y)));
}
