// Reads frames of a request's video. The renderer's process decodes them, because codecs are native code and can crash.
import { type Canvas, ImageData } from '@napi-rs/canvas'
import { EncodedVideoChunk, VideoDecoder, type VideoFrame } from '@napi-rs/webcodecs'
import { type EncodedPacket, EncodedPacketSink, FilePathSource, Input, MP4, QTFF } from 'mediabunny'
import { createLayer, type Layer } from '../draw/stage.ts'
import { convertToRgba, type Matrix } from './convert.ts'

const MAX_WAITING_PACKETS = 8
/** The tolerance for rounded times in a file: half a frame at 60 frames per second. */
const TOLERANCE_US = 8000

export class SourceVideo {
  readonly #packets: AsyncGenerator<EncodedPacket>
  readonly #decoder: VideoDecoder
  readonly #matrix: Matrix | null
  readonly #frames: VideoFrame[] = []
  #layer: Layer | null = null
  #failure: Error | null = null
  #hasEnded = false

  private constructor(packets: AsyncGenerator<EncodedPacket>, config: DecoderConfig, matrix: Matrix | null) {
    this.#packets = packets
    this.#matrix = matrix
    this.#decoder = new VideoDecoder({
      output: (frame) => this.#frames.push(frame),
      error: (cause) => {
        this.#failure = cause
      },
    })
    this.#decoder.configure(config)
  }

  /** Opens a video at its beginning. Throws if the file isn't a video. */
  static async open(path: string): Promise<SourceVideo> {
    const { sink, config, matrix } = await openTrack(path)
    return new SourceVideo(sink.packets(), config, matrix)
  }

  /** Returns the last frame of a video. Throws if the frame can't be decoded. */
  static async readLastFrame(path: string): Promise<Canvas> {
    const { sink, config, matrix, seconds } = await openTrack(path)
    const key = await sink.getKeyPacket(seconds)
    const video = new SourceVideo(sink.packets(key ?? undefined), config, matrix)
    try {
      return await video.readFrame(Number.POSITIVE_INFINITY)
    } finally {
      video.close()
    }
  }

  /**
   * Returns the frame that is visible at `t` seconds. After the end, returns the last frame. Call it with rising times.
   */
  async readFrame(t: number): Promise<Canvas> {
    while (await this.#hasNext()) {
      const [shown, next] = this.#frames
      if (!shown || !next || next.timestamp > t * 1e6 + TOLERANCE_US) break
      this.#frames.shift()?.close()
    }
    const frame = this.#frames[0]
    if (frame) this.#layer = await this.#draw(frame)
    if (!this.#layer) throw new Error('The source video has no frame that can be decoded')
    return this.#layer.canvas
  }

  /** Returns the next frame as I420, with its coded size. Null after the last frame. Never call it beside readFrame. */
  async readNextPlanes(): Promise<{ planes: Uint8Array; width: number; height: number } | null> {
    await this.#hasNext()
    const frame = this.#frames.shift()
    if (!frame) return null
    const { format, codedWidth: width, codedHeight: height } = frame
    const planes = new Uint8Array(frame.allocationSize())
    if (format === 'I420') await frame.copyTo(planes)
    frame.close()
    if (format !== 'I420') throw new Error('The source video has colors that cannot be upscaled')
    return { planes, width, height }
  }

  close(): void {
    for (const frame of this.#frames.splice(0)) frame.close()
    if (this.#decoder.state !== 'closed') this.#decoder.close()
    void this.#packets.return(undefined)
  }

  /** Decodes until two frames are available: the visible frame, and the next. */
  async #hasNext(): Promise<boolean> {
    while (this.#frames.length < 2 && !this.#hasEnded) {
      if (this.#failure) throw new Error('The source video cannot be decoded', { cause: this.#failure })
      if (this.#decoder.decodeQueueSize > MAX_WAITING_PACKETS) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        continue
      }
      const { value: packet, done } = await this.#packets.next()
      if (done || !packet) {
        this.#hasEnded = true
        await this.#decoder.flush()
      } else {
        const { type, microsecondTimestamp: timestamp, data } = packet
        this.#decoder.decode(new EncodedVideoChunk({ type, timestamp, data }))
      }
    }
    return this.#frames.length > 1
  }

  async #draw(frame: VideoFrame): Promise<Layer> {
    const { codedWidth: width, codedHeight: height } = frame
    const layer =
      this.#layer?.canvas.width === width && this.#layer.canvas.height === height
        ? this.#layer
        : createLayer(width, height)
    const image = new ImageData(width, height)
    if (this.#matrix && frame.format === 'I420') {
      const planes = new Uint8Array(frame.allocationSize())
      await frame.copyTo(planes)
      convertToRgba(planes, width, height, this.#matrix, image.data)
    } else {
      await frame.copyTo(new Uint8Array(image.data.buffer), { format: 'RGBA' })
    }
    layer.pen.putImageData(image, 0, 0)
    return layer
  }
}

type DecoderConfig = Parameters<VideoDecoder['configure']>[0]

async function openTrack(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  const track = await input.getPrimaryVideoTrack()
  const found = await track?.getDecoderConfig()
  if (!track || !found) throw new Error('The source video has no video track that can be decoded')
  const { codec, codedWidth = 0, codedHeight = 0, description, colorSpace } = found
  const config: DecoderConfig = {
    codec,
    codedWidth,
    codedHeight,
    hardwareAcceleration: 'prefer-software',
    ...(description ? { description: description as Uint8Array } : {}),
  }
  // For a file without this information, BT.709 applies from 720 lines up.
  const isOld = colorSpace?.matrix ? /170m|470bg/.test(colorSpace.matrix) : codedHeight < 720
  return {
    sink: new EncodedPacketSink(track),
    config,
    matrix: colorSpace?.fullRange ? null : isOld ? ('bt601' as const) : ('bt709' as const),
    seconds: await track.computeDuration(),
  }
}
