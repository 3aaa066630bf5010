import { describe, expect, it } from 'vitest'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { PROVIDER_NAMES, type ProviderName } from '../../../supabase/functions/api/catalogue/provider-settings.ts'
import { describePlan, planVideo, readOptions } from '../../../tools/try/plan.ts'
import { readWorkflows, WORKFLOWS } from '../../../vite/read-workflows.ts'
import { buildCatalogue } from '../../support/try-provider.ts'

const workflows = await readWorkflows(WORKFLOWS)

function plan(options: string[], settings: Record<string, string>, models: unknown = buildCatalogue('fal')) {
  const forbidden: typeof fetch = () => Promise.reject(new Error('sent'))
  return planVideo(readOptions(options), { settings, models, workflows, fetch: forbidden, now: () => new Date() })
}
const FAL = ['--provider', 'fal', '--at-most', '40']

describe('npm run try', () => {
  it.each<[string, string[], string]>([
    ['no provider', [], 'Missing --provider: the provider to try. Known providers: pollo, fal, openrouter'],
    ['an unknown provider', ['--provider', 'polo'], 'Unknown provider: polo. Known providers: pollo, fal, openrouter'],
    ['no limit', ['--provider', 'fal'], '--at-most must be a whole number of credits, 1 or more (got "").'],
    ['a limit in words', ['--provider', 'fal', '--at-most', 'ten'], 'credits, 1 or more (got "ten").'],
    ['a limit of zero', ['--provider', 'fal', '--at-most', '0'], 'credits, 1 or more (got "0").'],
    ['a broken limit', ['--provider', 'fal', '--at-most', '40.5'], 'credits, 1 or more (got "40.5").'],
    ['an unknown option', ['--proivder', 'fal'], "Unknown option '--proivder'"],
  ])('refuses %s', (_, options, sentence) => {
    expect(() => readOptions(options)).toThrow(sentence)
  })

  it.each<[string, string[], Record<string, string>, string]>([
    ['a provider without its key', FAL, {}, 'Set FAL_API_KEY to your key from fal.'],
    ['an empty key', FAL, { FAL_API_KEY: '' }, 'Set FAL_API_KEY to your key from fal.'],
    ['the main provider without its key', FAL, { VIDEO_PROVIDER: 'fal' }, 'Set VIDEO_API_KEY to your key from fal.'],
    ['a key of another provider', FAL, { VIDEO_PROVIDER: 'runway', VIDEO_API_KEY: 'k' }, 'Set FAL_API_KEY to your key'],
    [
      'a server without an address',
      ['--provider', 'comfyui', '--at-most', '40'],
      { FAL_API_KEY: 'k' },
      'Set COMFYUI_API_URL to the address of your server.',
    ],
    ['an invalid address', FAL, { FAL_API_KEY: 'k', FAL_API_URL: 'fal' }, 'FAL_API_URL: remove it to use'],
    [
      'a model that the provider has not',
      [...FAL, '--model', 'veo-9'],
      { FAL_API_KEY: 'k' },
      'fal has no model "veo-9" that starts from text. Its models: sample.',
    ],
    [
      'a price above the limit',
      ['--provider', 'fal', '--at-most', '39'],
      { FAL_API_KEY: 'k' },
      'Sample costs 40 credits, more than --at-most 39.',
    ],
  ])('refuses %s', (_, options, settings, sentence) => {
    expect(() => plan(options, settings)).toThrow(sentence)
  })

  it.each<[string, Record<string, string>]>([
    ['its own key', { FAL_API_KEY: 'k' }],
    ['its key as the main provider', { VIDEO_PROVIDER: 'fal', VIDEO_API_KEY: 'k' }],
    [
      'a fault of another provider',
      { VIDEO_PROVIDER: 'pollo', VIDEO_API_URL: 'nowhere', FAL_API_KEY: 'k', RUNWAY_API_URL: 'x' },
    ],
  ])('plans a video with %s', (_, settings) => {
    const { provider, request, credits } = plan(FAL, { ...settings, PUBLIC_API_URL: 'https://site.test' })
    expect({ name: provider.name, seconds: request.durationSeconds, credits }).toEqual({
      name: 'fal',
      seconds: 5,
      credits: 40,
    })
    expect(provider.fileOrigins).toEqual(['https://fal.media', 'https://*.fal.media'])
    // A provider must not call a server that doesn't know the job.
    expect(provider.readWebhook).toBeUndefined()
  })

  it.each<[string, object]>([
    ['a retired model', { isOn: false }],
    ['a model that ended', { endsOn: '2026-11-01' }],
  ])('never chooses %s', (_, change) => {
    const { version, models } = buildCatalogue('fal')
    const old = models.map((model) => ({ ...model, id: 'old', path: 'studio/old', credits: 1, ...change }))
    const catalogue = { version, models: [...old, ...models] }
    const settings = { FAL_API_KEY: 'k' }
    expect(plan(FAL, settings, catalogue).model.id).toBe('sample')
    expect(() => plan([...FAL, '--model', 'old'], settings, catalogue)).toThrow('"old"')
  })

  it('says who is asked, for which model and duration, and what it costs', () => {
    expect(describePlan(plan(FAL, { FAL_API_KEY: 'k' }))).toBe(`One video from fal at https://queue.fal.run/
  model    Sample (sample)
  ordered  5 s, 16:9, sound; the provider delivers 5 s
  price    40 credits here. fal charges your account its own price.`)
  })

  it.each(PROVIDER_NAMES)('chooses the cheapest model of %s in the catalogue', (name: ProviderName) => {
    const settings = { VIDEO_PROVIDER: name, VIDEO_API_KEY: 'k' }
    const prices = MODELS.models.flatMap(({ isOn, credits, providers }) =>
      isOn && (providers as Record<string, { text?: object }>)[name]?.text ? [credits] : [],
    )
    const options = ['--provider', name, '--at-most', '1000000']
    expect(plan(options, settings, MODELS).credits).toBe(Math.min(...prices))
  })
})
