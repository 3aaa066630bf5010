import type { ModelId } from '@contract'
import * as z from 'zod/mini'
import { DEFAULT_MODEL_ID, MODELS } from '@/config/models'

const modelIds = MODELS.map((model) => model.id) as [ModelId, ...ModelId[]]

export const MAX_SEED = 999

export interface Fields {
  mode: 'image' | 'text'
  model: ModelId
  prompt: string
  negativePrompt: string
  length: 5 | 8
  generateAudio: boolean
  /** 0 to 999, to repeat a video; null draws one for each job. */
  seed: number | null
}

export const EMPTY_FIELDS: Fields = {
  mode: 'text',
  model: DEFAULT_MODEL_ID,
  prompt: '',
  negativePrompt: '',
  length: 8,
  generateAudio: true,
  seed: null,
}

/** Field by field: a model that is gone must not cost the prompt. */
export const fieldsSchema: z.ZodMiniType<Fields> = z.object({
  mode: z.catch(z.enum(['image', 'text']), EMPTY_FIELDS.mode),
  model: z.catch(z.enum(modelIds), EMPTY_FIELDS.model),
  prompt: z.catch(z.string(), EMPTY_FIELDS.prompt),
  negativePrompt: z.catch(z.string(), EMPTY_FIELDS.negativePrompt),
  length: z.catch(z.literal([5, 8]), EMPTY_FIELDS.length),
  generateAudio: z.catch(z.boolean(), EMPTY_FIELDS.generateAudio),
  seed: z.catch(z.nullable(z.int().check(z.gte(0), z.lte(MAX_SEED))), EMPTY_FIELDS.seed),
})
