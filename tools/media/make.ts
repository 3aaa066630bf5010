// Creates a sample clip: node tools/media/make.ts CLIP STEP... See README.md.
import { execFile } from 'node:child_process'
import { access, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type Clip, FRAME_RATE, listSampleFrames } from './clip.ts'
import { clips } from './clips.ts'
import { encodeClip } from './encode/clip.ts'
import { writeWav } from './encode/sound.ts'
import { measurePeaks, writePoster, writeStill } from './pictures.ts'
import { openRenderer } from './render/renderer.ts'
import { master, measureLoudness, measureTruePeak } from './sound/master.ts'

const WIDTH = 1280
const HEIGHT = 720
const CLIP_BYTES = 1_150_000
const LOUDNESS_LUFS = -17
const WAVE_BARS = 150

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string' },
    samples: { type: 'string' },
    every: { type: 'string', default: '1' },
    frames: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
})
const [name = '', ...steps] = positionals
const clip = clips.find((candidate) => candidate.name === name)
if (!clip) throw new Error(`Unknown clip ${name}. Available: ${clips.map((candidate) => candidate.name).join(', ')}`)

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = process.env.MEDIA_FRAMES ?? join(tmpdir(), 'media-frames')
const scratch = join(folder, clip.name)
const renderWidth = Number(values.width ?? WIDTH)
const frameFolder = join(folder, clip.cut?.from ?? clip.name, String(renderWidth))
const part = clip.cut?.part ?? ([0, 0, 1] as const)
const frameFile = (frame: number) => join(frameFolder, `${String(frame).padStart(4, '0')}.png`)
const frameCount = Math.round(clip.seconds * FRAME_RATE)

/** Renders the frames. Existing frames are skipped, so an interrupted render continues. */
async function renderFrames({ samples, look }: Clip): Promise<void> {
  await mkdir(frameFolder, { recursive: true })
  const every = Number(values.every)
  const all = Array.from({ length: Math.ceil(frameCount / every) }, (_, i) => i * every)
  const wanted = values.frames ? values.frames.split(',').map(Number) : all
  const renderer = await openRenderer(clip as Clip, {
    width: renderWidth,
    height: Math.round((renderWidth * HEIGHT) / WIDTH),
  })
  console.log(`${wanted.length} frames with ${renderer.name}`)
  for (const frame of wanted) {
    if (!values.again && (await isPresent(frameFile(frame)))) continue
    const start = performance.now()
    const set = listSampleFrames(clip as Clip, frame, values.samples ? Number(values.samples) : samples)
    await writeFile(frameFile(frame), await renderer.frame({ samples: set, develop: { ...look, uFrame: frame } }))
    console.log(`${frameFile(frame)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  await renderer.close()
}

function renderMaster({ sound, lufs }: Clip) {
  const mastered = master(sound(), lufs ?? LOUDNESS_LUFS)
  console.log(
    `sound: ${measureLoudness(mastered).toFixed(1)} LUFS, true peak ${measureTruePeak(mastered).toFixed(1)} dB`,
  )
  return mastered
}

async function writeClip(wanted: Clip): Promise<void> {
  const output = join(root, 'public/videos', `${name}.mp4`)
  await mkdir(scratch, { recursive: true })
  const settings = {
    pattern: join(frameFolder, '%04d.png'),
    seconds: wanted.seconds,
    size: [WIDTH, HEIGHT] as const,
    part,
    scratch: join(scratch, 'step'),
    output,
    bytes: wanted.bytes ?? CLIP_BYTES,
  }
  await encodeClip(settings, renderMaster(wanted))
  console.log(`${output}: ${(await stat(output)).size} bytes`)
}

async function writePictures(): Promise<void> {
  const images = join(root, 'public/images')
  // The hero's poster also needs a format for browsers without AVIF.
  const poster = join(images, 'posters', `${name}.${name === 'hero' ? 'jpg' : 'avif'}`)
  await writePoster(frameFile(0), poster, part)
  await writeStill(poster, join(images, 'stills', `${name}.jpg`))
  if (name.startsWith('asmr'))
    await writePeaks('asmr-peaks.json', (kept) => ({ ...(kept as object), [name]: writeWave() }))
  if (name === 'hero') await writePeaks('hero-peaks.json', writeWave)
}

function writeWave(): number[] {
  return measurePeaks(renderMaster(clip as Clip), WAVE_BARS)
}

/** Saves numbers from which the pages draw a clip's waveform. */
async function writePeaks(file: string, change: (kept: unknown) => unknown): Promise<void> {
  const path = join(root, 'src/config', file)
  const kept: unknown = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
  await writeFile(path, JSON.stringify(change(kept)))
  await promisify(execFile)('npx', ['biome', 'format', '--write', path], { cwd: root })
}

function isPresent(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

for (const step of steps) {
  if (step === 'frames') await renderFrames(clip)
  else if (step === 'sound') await writeWav(join(scratch, 'sound.wav'), renderMaster(clip))
  else if (step === 'clip') await writeClip(clip)
  else if (step === 'pictures') await writePictures()
  else throw new Error(`Unknown step ${step}. Available: frames, sound, clip, pictures`)
}
