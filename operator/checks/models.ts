import { z } from 'zod'
import { type CatalogueModel, readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import type { Check, Problem } from './check.ts'
import { needsProviderKey } from './provider.ts'
import { deployCommand } from './settings.ts'

const CATALOGUE = 'supabase/functions/api/catalogue/models.json'

/** In the types of @openrouter/sdk 1.3.19. Null where the list does not say. */
const listed = z.object({
  id: z.string(),
  supported_durations: z.array(z.number()).nullish(),
  supported_aspect_ratios: z.array(z.string()).nullish(),
  supported_resolutions: z.array(z.string()).nullish(),
  generate_audio: z.boolean().nullish(),
})
const list = z.object({ data: z.array(listed) })

/** OpenRouter's list of what it makes now: a model that it has no more, or not as the catalogue says, would refuse every job. */
export const MODEL_CHECK: Check = {
  name: 'provider models',
  needs: needsProviderKey,
  after: ['provider key'],
  async run({ settings, ask }) {
    if (settings.VIDEO_PROVIDER !== 'openrouter') return []
    const url = `${settings.VIDEO_API_URL || 'https://openrouter.ai/api/v1'}/videos/models`
    const answer = await ask(url, { headers: { authorization: `Bearer ${settings.VIDEO_API_KEY}` } })
    const read = list.safeParse(answer.json)
    if (!read.success) {
      const what = `The model list can't be read (HTTP ${answer.status}).`
      return [{ what, where: url, fix: 'Check that the provider is up, then run the doctor again' }]
    }
    return readCatalogue(MODELS)
      .models.filter(({ isOn }) => isOn)
      .flatMap((model) => compare(model, read.data.data, url, deployCommand(settings)))
  },
}

function compare(model: CatalogueModel, now: z.output<typeof listed>[], where: string, deploy: string): Problem[] {
  const made = model.providers.openrouter
  const path = (made?.text ?? made?.image)?.path
  if (!made || !path) return []
  const found = now.find(({ id }) => id === path)
  if (!found) {
    const what = `OpenRouter no longer has ${path}, so every job of ${model.name} is refused.`
    return [{ what, where, fix: `Set "isOn": false for ${model.id} in ${CATALOGUE}, then ${deploy}` }]
  }
  const { resolution } = made.fixed
  const missing = [
    ...without(made.durations, found.supported_durations).map((seconds) => `${seconds} s`),
    ...without(model.aspectRatios, found.supported_aspect_ratios),
    ...without(typeof resolution === 'string' ? [resolution] : [], found.supported_resolutions),
    ...(found.generate_audio === false && made.text?.takes.includes('sound') ? ['sound'] : []),
  ]
  if (missing.length === 0) return []
  const what = `${path} doesn't support ${missing.join(', ')}, so jobs of ${model.name} that need it are refused.`
  return [{ what, where, fix: `Remove it from ${model.id} in ${CATALOGUE}, then ${deploy}` }]
}

function without<T>(wanted: readonly T[], offered: readonly T[] | null | undefined): T[] {
  return offered ? wanted.filter((one) => !offered.includes(one)) : []
}
