// Compares what came with what the catalogue and the settings say of it.
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import type { ProviderName } from '../../supabase/functions/api/catalogue/provider-settings.ts'
import type { Course } from './order-video.ts'
import type { Plan } from './plan.ts'

/** The providers whose status responses name the charge (docs/providers.md, "Cost shown to the admin"). */
export const NAMES_COST: readonly ProviderName[] = ['pollo', 'openrouter', 'kling', 'runway']

const MAX_SECONDS_OFF = 0.5
/** 1280 × 704 counts as 16:9 and as 720p. */
const MAX_SIZE_OFF = 0.05
/** Status checks are rare before the estimate begins, and after this multiple of its end (plan-status-checks.ts). */
const LATEST = 1.25

type FileFacts = Awaited<ReturnType<typeof readFileFacts>>

/** Reads a file of any format. Returns null if it isn't a readable video. `peaks`: empty for silence, null if unknown. */
export async function readFileFacts(file: string, peaks: readonly number[] | null) {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS })
  try {
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    return {
      container: (await input.getFormat()).name,
      picture: picture && ((await picture.getCodec()) ?? String(await picture.getInternalCodecId())),
      sound: sound && ((await sound.getCodec()) ?? String(await sound.getInternalCodecId())),
      isSilent: peaks && peaks.length === 0,
      seconds: await input.computeDuration(),
      width: (await picture?.getDisplayWidth()) ?? 0,
      height: (await picture?.getDisplayHeight()) ?? 0,
    }
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

/** Compares each assumption with the run. `held` is null if the run didn't get so far. */
export function listAssumptions(plan: Plan, course: Course, file: FileFacts) {
  const { provider, request, seconds, resolution, hasSound, estimateSeconds: estimate } = plan
  const { checks, fileFaults, foreignOrigin, cost } = course
  const { queue, generation } = course.seconds
  const waited = generation === null ? null : generation + (queue ?? 0)
  const isDone = waited !== null
  const unknown = checks.filter(({ said }) => said.startsWith('unknown word'))
  const lost = checks.filter(({ said }) => said.startsWith('no usable answer'))
  const size = `${file?.width} × ${file?.height}`
  const [across = 1, down = 1] = request.aspectRatio.split(':').map(Number)
  const side = Number.parseInt(resolution, 10)
  const isNear = (value: number, wanted: number, off: number) => Math.abs(value - wanted) <= off
  const hears = file && (file.sound === null ? 'no' : file.isSilent ? 'silent' : 'yes')
  const assume = (name: string, expected: string, found: string, held: boolean | null) => ({
    name,
    ...{ expected, found: held === null ? '' : found, held },
  })
  const list = [
    assume('status words', 'known', unknown[0]?.said ?? 'known', checks[0] ? !unknown[0] : null),
    assume('status checks', 'answered', lost[0]?.said ?? 'answered', checks[0] ? !lost[0] : null),
    assume('cost', 'named', cost ? `${cost.amount} ${cost.unit}` : 'not named', isDone ? cost !== null : null),
    assume(
      'time to finish',
      `${estimate.from} to ${estimate.to} s`,
      `${Math.round(waited ?? 0)} s`,
      isDone ? waited >= estimate.from && waited <= estimate.to * LATEST : null,
    ),
    assume('file host', provider.fileOrigins.join(', '), foreignOrigin ?? 'allowed', isDone ? !foreignOrigin : null),
    assume(
      'file',
      'plays in browsers, at once',
      fileFaults[0] ?? [file?.container, file?.picture, file?.sound].filter(Boolean).join(', '),
      isDone && !foreignOrigin ? !fileFaults[0] : null,
    ),
    assume('duration', `${seconds} s`, `${file?.seconds} s`, file && isNear(file.seconds, seconds, MAX_SECONDS_OFF)),
    assume('sound', hasSound ? 'yes' : 'no', hears ?? '', file && (hears === 'yes') === hasSound),
    assume(
      'aspect ratio',
      request.aspectRatio,
      size,
      file && isNear((file.width * down) / (file.height * across), 1, MAX_SIZE_OFF),
    ),
    assume('resolution', resolution, size, file && isNear(Math.min(file.width, file.height) / side, 1, MAX_SIZE_OFF)),
  ]
  const isCostNamed = NAMES_COST.some((name) => name === provider.name)
  return list.filter(({ name }) => (name === 'cost' ? isCostNamed : name === 'resolution' ? side > 0 : true))
}
