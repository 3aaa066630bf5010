import * as z from 'zod/mini'
import type { ModelId } from '@/config/models'
import { DEFAULT_MODEL_ID, MODELS } from '@/config/models'

const modelIds = MODELS.map((model) => model.id) as [ModelId, ...ModelId[]]

export const MAX_SEED = 999

/** What is typed and chosen in the form, and kept between visits. The picture is not: it is too big for storage. */
export const fieldsSchema = z.object({
  mode: z.enum(['image', 'text']),
  modelId: z.enum(modelIds),
  prompt: z.string(),
  negativePrompt: z.string(),
  length: z.literal([5, 8]),
  audio: z.boolean(),
  /** 0 to 999, to make a take again; null draws another one for each job. Drafts kept by an earlier version have none. */
  seed: z._default(z.nullable(z.int().check(z.gte(0), z.lte(MAX_SEED))), null),
})

export type Fields = z.infer<typeof fieldsSchema>

export const EMPTY_FIELDS: Fields = {
  mode: 'text',
  modelId: DEFAULT_MODEL_ID,
  prompt: '',
  negativePrompt: '',
  length: 8,
  audio: true,
  seed: null,
}
