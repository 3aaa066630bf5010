// Runs inside the browser page. One WebGL 2 context sums the samples of a frame in floating point and converts the sum
// to an image. A frame depends only on its parameters, so each render of it is the same.

/**
 * The uniforms of a scene. A value is a number or a vector (2 to 4 numbers). A name that ends in `[]` is an array of
 * vec4.
 */
export type Uniforms = Record<string, number | number[]>

export interface FrameRequest {
  /** One set of uniforms per sample, each at its own moment of the open shutter. */
  samples: Uniforms[]
  develop: Uniforms
}

export interface PageSetup {
  width: number
  height: number
  scene: string
  soften: string
  shrink: string
  blur: string
  develop: string
  /** The images that the scene reads, as data URLs, by the name of their sampler. */
  textures: Record<string, string>
}

declare global {
  interface Window {
    renderFrame: (request: FrameRequest) => string
  }
}

/**
 * Installs `window.renderFrame` and returns the name of the renderer. The function is sent to the page, so it can't use
 * outer variables.
 */
export async function setUp(setup: PageSetup): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = setup.width
  canvas.height = setup.height
  const context = canvas.getContext('webgl2', { antialias: false, preserveDrawingBuffer: true, alpha: false })
  if (!context) throw new Error('WebGL 2 is not available')
  const gl = context
  if (!gl.getExtension('EXT_color_buffer_float') || !gl.getExtension('EXT_float_blend')) {
    throw new Error('Floating-point render targets are not available')
  }
  gl.getExtension('OES_texture_float_linear')

  const CORNERS = `#version 300 es
void main() { gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }`

  function compile(type: number, source: string): WebGLShader {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('The WebGL context was lost')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'no log')
    return shader
  }

  function link(fragment: string): WebGLProgram {
    const program = gl.createProgram()
    gl.attachShader(program, compile(gl.VERTEX_SHADER, CORNERS))
    gl.attachShader(program, compile(gl.FRAGMENT_SHADER, fragment))
    gl.linkProgram(program)
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'no log')
    return program
  }

  function getTarget(width: number, height: number) {
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, null)
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ] as const) {
      gl.texParameteri(gl.TEXTURE_2D, name, value)
    }
    const framebuffer = gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
    return { texture, framebuffer, width, height }
  }
  type Target = ReturnType<typeof getTarget>

  async function picture(address: string): Promise<WebGLTexture> {
    const image = new Image()
    image.src = address
    await image.decode()
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
    return texture
  }

  const programs = {
    scene: link(setup.scene),
    soften: link(setup.soften),
    shrink: link(setup.shrink),
    blur: link(setup.blur),
    develop: link(setup.develop),
  }
  const sum = getTarget(setup.width, setup.height)
  const soft = getTarget(setup.width, setup.height)
  const glows = [2, 4, 8, 16, 32].map((by) => {
    const [width, height] = [Math.ceil(setup.width / by), Math.ceil(setup.height / by)]
    return { a: getTarget(width, height), b: getTarget(width, height) }
  })
  const pictures: [string, WebGLTexture][] = []
  for (const [name, address] of Object.entries(setup.textures)) pictures.push([name, await picture(address)])

  function draw(program: WebGLProgram, to: Target | null, textures: [string, WebGLTexture][], uniforms: Uniforms) {
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL, not React
    gl.useProgram(program)
    gl.bindFramebuffer(gl.FRAMEBUFFER, to?.framebuffer ?? null)
    const [width, height] = to ? [to.width, to.height] : [setup.width, setup.height]
    gl.viewport(0, 0, width, height)
    gl.uniform2f(gl.getUniformLocation(program, 'uSize'), width, height)
    for (const [unit, [name, texture]] of textures.entries()) {
      gl.activeTexture(gl.TEXTURE0 + unit)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.uniform1i(gl.getUniformLocation(program, name), unit)
    }
    for (const [name, value] of Object.entries(uniforms)) {
      const location = gl.getUniformLocation(program, name.replace('[]', ''))
      if (!location) continue
      if (typeof value === 'number') gl.uniform1f(location, value)
      else if (name.endsWith('[]') || value.length === 4) gl.uniform4fv(location, value)
      else if (value.length === 3) gl.uniform3fv(location, value)
      else gl.uniform2fv(location, value)
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  window.renderFrame = ({ samples, develop }) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, sum.framebuffer)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE)
    for (const sample of samples) draw(programs.scene, sum, pictures, sample)
    gl.disable(gl.BLEND)
    draw(programs.soften, soft, [['uSum', sum.texture]], { uCount: samples.length })
    let from = soft
    for (const { a, b } of glows) {
      draw(programs.shrink, a, [['uFrom', from.texture]], {})
      draw(programs.blur, b, [['uFrom', a.texture]], { uStep: [1, 0] })
      draw(programs.blur, a, [['uFrom', b.texture]], { uStep: [0, 1] })
      from = a
    }
    const layers = glows.map(({ a }, i): [string, WebGLTexture] => [`uGlow${i}`, a.texture])
    draw(programs.develop, null, [['uPicture', soft.texture], ...layers], develop)
    return canvas.toDataURL('image/png')
  }
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
