// Holds the page's plan of a job with members of the cast to the one that the server carries out.
import type { CastMember } from '@contract/cast'
import { writePrompt } from '@contract/cast-plan'
import type { ModelInputs } from '@contract/inputs'
import type { CreateInput } from '@contract/jobs'
import { getInputKind, priceJob } from '@contract/pricing'
import { expect, it } from 'vitest'
import { getModel, type Model } from '@/config/models'
import {
  type AdvancedInputs,
  fitAdvancedInputs,
  NO_ADVANCED_INPUTS,
} from '@/features/generator/advanced-inputs/advanced-inputs'
import { createSentInput } from '@/features/generator/advanced-inputs/sent-input'
import type { Uploads } from '@/features/generator/advanced-inputs/uploads'
import { createNameFinder, getCastKind, planCast, planImages } from '@/features/generator/cast/plan'
import type { PreparedImage } from '@/features/generator/image/image'
import { getPricedModels } from '@/features/generator/inputs/chosen-models'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { priceTake } from '@/state/videos/take-price'
import { planCast as planOnServer } from '../../../../../supabase/functions/api/services/cast/plan-cast.ts'
import { castMember, MARA, MARA_LOU, MILL } from './page'

const voice = { id: 'voice-of-lou', seconds: 4, url: null }
const CAST: CastMember[] = [
  MARA,
  { ...MARA_LOU, voice },
  MILL,
  castMember('Twin', 1, { images: MARA.images.slice(1, 2) }),
]

const kind = { adds: 7, needsPrompt: false }
const references = { ...kind, adds: 20, max: 4, roles: ['character' as const] }
const createModel = (inputs: ModelInputs | null): Model => ({
  ...getModel('veo-3'),
  id: 'rich',
  inputs,
  maxPromptLength: 260,
})
const MODELS = {
  'takes nothing': createModel(null),
  'takes frames': createModel({ frames: kind, resolutions: [] }),
  'takes references': createModel({ references, extend: kind, edit: kind, frames: kind, resolutions: [] }),
  'takes a voice': createModel({
    references: { ...references, max: 9, roles: ['style', 'character'], audio: { maxSeconds: 15 } },
    extend: kind,
    edit: kind,
    resolutions: [],
  }),
}

const picture = (name: string) => ({ file: new File([name], `${name}.png`) }) as PreparedImage
const own = (name: string) => ({ key: name, role: 'character' as const, name, image: picture(name), fault: null })
const ownVoice = { file: new File(['voice'], 'me.wav'), seconds: 3, hasConsent: true }
const STARTS: Record<string, { mode: 'text' | 'image'; hasImage?: boolean; inputs?: Partial<AdvancedInputs> }> = {
  'a prompt': { mode: 'text' },
  'a prompt, with an image that the form keeps': { mode: 'text', hasImage: true, inputs: { start: 'references' } },
  'a first frame': { mode: 'image', hasImage: true },
  'two frames': { mode: 'image', hasImage: true, inputs: { last: picture('last') } },
  'the cast alone': { mode: 'image', inputs: { start: 'references' } },
  'references of the form': { mode: 'image', inputs: { start: 'references', references: [own('one'), own('two')] } },
  'references and a voice of the form': {
    mode: 'image',
    inputs: { start: 'references', references: [own('one')], voice: ownVoice },
  },
  'as many references as fit': {
    mode: 'image',
    inputs: { start: 'references', references: ['a', 'b', 'c', 'd'].map(own) },
  },
  'a video to continue': { mode: 'image', inputs: { source: { jobId: 'job', use: 'extend' } } },
  'a video to edit': { mode: 'image', inputs: { source: { jobId: 'job', use: 'edit' } } },
}
const PROMPTS = [
  'The sea at dawn',
  '@Mara swims',
  '@Twin and @Mara and @Mara Lou at @Old Mill',
  `@Mara Lou, then @Mara ${'x'.repeat(170)}`,
]

const uploads: Uploads = {
  upload: async ({ file }) => file.name,
  uploadVoice: async (file) => file.name,
  forget: () => {},
}

const cases = Object.keys(MODELS).flatMap((takes) => Object.keys(STARTS).map((start) => ({ takes, start })))

it.each(cases)('plans like the server for a model that $takes, from $start', async ({ takes, start }) => {
  for (const prompt of PROMPTS) for (const sound of [true, false]) await expectSamePlan({ takes, start, prompt, sound })
})

interface Case {
  takes: string
  start: string
  prompt: string
  sound: boolean
}

async function expectSamePlan({ takes, start, prompt, sound }: Case) {
  const model = MODELS[takes as keyof typeof MODELS]
  const { mode, hasImage = false, inputs = {} } = STARTS[start] ?? { mode: 'text' }
  const fitted = fitAdvancedInputs({ ...NO_ADVANCED_INPUTS, ...inputs }, model.inputs, mode, hasImage)
  // The form starts nothing without a first image, or without any reference.
  const isWaiting = mode === 'image' && fitted.kind === 'text'
  const fields = { ...EMPTY_FIELDS, mode, prompt, generateAudio: sound }
  const given = {
    kind: fitted.kind,
    references: fitted.references.map(({ role }) => role),
    hasVoice: fitted.voice !== null,
  }
  const named = createNameFinder(CAST)(prompt)
  const plan = planCast(named, model, fields, given)

  const first = hasImage ? picture('first') : null
  const sent = await createSentInput(fitted, { first, uploads, uploadsFirst: true })?.read()
  const taken = model.inputs?.references
  const server = await planOnServer(
    'user',
    { ...fields, seed: 1, negativePrompt: '', ...sent, cast: named.map(({ id }) => id) } as CreateInput,
    (taken ? { references: { ...taken, accepts: [] } } : {}) as never,
    { choose: async (_userId: string, ids: readonly string[]) => CAST.filter(({ id }) => ids.includes(id)) } as never,
  )
  if (isWaiting || (fitted.kind === 'references' && plan.kind === 'text')) {
    expect(plan.sent).toEqual([])
    return
  }

  const serverKind = getInputKind(server.input)
  expect([prompt, sound, plan.kind]).toEqual([prompt, sound, serverKind])
  expect([...fitted.references.map(({ image }) => image?.file.name), ...plan.sent.map(({ image }) => image)]).toEqual(
    (server.input.references ?? []).map(({ image }) => image),
  )
  expect(plan.voiceOf).toEqual(server.voiceOf)
  const shown = (server.input.references ?? []).map(({ role }, place) => ({
    role,
    member: server.referenced[place] ?? null,
  }))
  const audio = server.input.audio ? server.voiceOf : undefined
  const written = writePrompt(prompt, { named: server.named, references: shown, audio }, model.maxPromptLength)
  expect(plan.hasNotes).toBe(written.hasNotes)

  const cast = {
    getKind: () => (named.length === 0 ? null : getCastKind(planImages(named, model, mode, given), given)),
  }
  const form = { fields, advanced: { ...given, resolution: undefined }, cast }
  const [priced] = getPricedModels([model], {}, form)
  const length = priced?.model.durations[0]?.seconds
  const { credits, source } = priceJob(model, { kind: serverKind, length })
  expect([priced?.price, priced?.source]).toEqual([credits, source])
  // Another take of the job costs the same.
  const own = (given?.references ?? []).map((role, place) => ({ id: `${place}`, role, url: null, castId: null }))
  const job = {
    inputKind: serverKind,
    images: own,
    cast: named.map(({ id, name }) => ({ id, name, currentName: name })),
    resolution: null,
    length: fields.length,
  }
  const again = priceTake(job, model, {})
  expect(again).toEqual({ price: priced?.price, source: priced?.source })
}
