import { updateNames } from '@contract/cast-plan'
import { describeEnding } from '@contract/sentences'
import { showToast } from '@/components/toast/messages'
import { paths } from '@/config/paths'
import type { Services } from '@/lib/services'
import { getCapabilitiesStore } from '@/state/capabilities'
import { getCreditsStore } from '@/state/credits/credits'
import { fitFields } from '@/state/jobs/fields'
import { countOpen, findUnconfirmed, type SucceededJob } from '@/state/jobs/job'
import { getJobStore } from '@/state/jobs/jobs'
import { drawSeed, type JobInput, type SentInput } from '@/state/jobs/start-job'
import type { GenerationOrder } from '@/state/jobs/starter'
import { getSessionStore } from '@/state/session/session'
import { getTakeKind, priceTake, priceUpscale } from '@/state/videos/take-price'
import { imageToDataUri } from './image/image'
import { type FormProblem, validate, validateStart } from './inputs/validate'
import { getJobActivity } from './job-activity'
import { classifySession, countSpendable } from './submit-generation'

/**
 * Generates a video of the library again, after the same checks as Generate. The form and the panel stay unchanged.
 * Resolves with the new job's ID. Resolves with null after it has shown why no job started.
 * @param image the first image, if the server doesn't store it
 */
export async function startNewTake(services: Services, job: SucceededJob, image: File | null): Promise<string | null> {
  const { models } = getCapabilitiesStore(services).get()
  const model = models.find(({ id }) => id === job.model)
  if (model?.ending?.isOver) showToast({ tone: 'info', text: describeEnding({ name: model.name, ...model.ending }) })
  if (!model?.isOn) return null
  const { negativePrompt, length, aspectRatio, generateAudio } = job
  const kind = getTakeKind(job, model)
  const mode = kind === 'text' || kind === 'upscale' ? 'text' : 'image'
  const prompt = updateNames(job.prompt, job.cast)
  const wanted = {
    mode,
    model: model.id,
    prompt,
    negativePrompt,
    length,
    aspectRatio,
    generateAudio,
    // The same seed would repeat the video.
    seed: drawSeed([job.seed], Math.random),
  } as const
  const fields = fitFields(wanted, model)
  const sent = repeatInput(job)
  const given = kind === 'references' || image || sent.image || sent.source ? 'ready' : 'none'
  const jobs = getJobStore(services)
  const priced = priceTake(job, model, jobs.get().prices)
  const input = createInput(sent, image, () => void jobs.renew(job.id).catch(() => undefined))
  return start(services, { fields, model, ...priced, input }, (account) =>
    validate({ ...account, fields, image: given }),
  )
}

/** Generates a video of the library with twice its size. Resolves like startNewTake. */
export async function startUpscale(services: Services, job: SucceededJob): Promise<string | null> {
  const { upscaler } = getCapabilitiesStore(services).get()
  const priced = priceUpscale(job, upscaler, getJobStore(services).get().prices)
  if (!upscaler || !priced) return null
  // The server copies these from the source too. Until it has answered, the page shows them.
  const { prompt, negativePrompt, aspectRatio, seed, hasSound, durationSeconds } = job
  const length = Math.max(1, Math.round(durationSeconds ?? 0))
  const fields = { model: upscaler.id, mode: 'text' as const, prompt, negativePrompt, length, aspectRatio, seed }
  const input: JobInput = { read: async () => ({ prompt: '', source: { job: job.id, use: 'upscale' } }) }
  const order = { fields: { ...fields, generateAudio: hasSound }, model: upscaler, ...priced, input }
  return start(services, order, validateStart)
}

/** Starts the job if `check` finds no problem with the user's account. Otherwise, shows the problem. */
async function start(
  services: Services,
  order: GenerationOrder,
  check: (account: Parameters<typeof validateStart>[0]) => FormProblem | null,
): Promise<string | null> {
  // Creates the store that announces the job's end, also on pages without the generator.
  getJobActivity(services)
  const jobs = getJobStore(services)
  const session = getSessionStore(services).get()
  const problem = check({
    models: [order.model],
    takes: 1,
    price: order.price,
    session: classifySession(session),
    credits: countSpendable(session, getCreditsStore(services).get()),
    openJobs: countOpen(jobs.get().jobs),
    unconfirmed: findUnconfirmed(jobs.get().jobs),
    maxOpenJobs: getCapabilitiesStore(services).get().maxOpenJobs,
    isOffline: !navigator.onLine,
  })
  if (problem) {
    const action = problem.field === 'credits' ? { action: { label: 'Buy Credits', to: paths.pricing } } : {}
    showToast({ tone: 'bad', text: problem.message, ...action })
    return null
  }
  return jobs.startInBackground(order)
}

/**
 * Returns a job's input with the server's IDs of its images. Leaves out the images and the voice of its cast, which the server
 * adds again. Those of a deleted member are sent as the others.
 */
function repeatInput({ inputKind: kind, images, audio, cast, sourceId, resolution }: SucceededJob): SentInput {
  const findId = (role: 'first' | 'last') => images.find((one) => one.role === role)?.id
  const [image, lastImage] = [findId('first'), findId('last')]
  const references = images.flatMap(({ id, role, castId }) =>
    role === 'first' || role === 'last' || castId !== null ? [] : [{ role, image: id }],
  )
  const members = cast.flatMap(({ id }) => id ?? [])
  const use = kind === 'extend' || kind === 'edit' ? kind : 'frame'
  return {
    ...(image ? { image } : {}),
    ...(lastImage ? { lastImage } : {}),
    ...(references.length > 0 ? { references } : {}),
    // The user confirmed the consent for this voice with the job that this one repeats.
    ...(audio && audio.castId === null ? { audio: audio.id, voiceConsent: true } : {}),
    ...(members.length > 0 ? { cast: members } : {}),
    ...(sourceId ? { source: { job: sourceId, use } } : {}),
    ...(resolution ? { resolution } : {}),
  }
}

/** @param forget called if a member of the cast has changed */
function createInput(sent: SentInput, image: File | null, forget: () => void): JobInput | null {
  if (image) return { read: async () => ({ ...sent, image: await imageToDataUri({ file: image }) }), forget }
  return Object.keys(sent).length > 0 ? { read: async () => sent, forget } : null
}
