import type { ModelId } from '../contract.ts'

interface GatewayModel {
  id: ModelId
  name: string
  /** Characters, from the provider's reference pages. */
  maxPrompt: number
}

export const MODEL_BY_PATH: Record<string, GatewayModel> = {
  'kling-ai/kling-v1-6': { id: 'kling-1.6', name: 'Kling 1.6', maxPrompt: 2500 },
  'google/veo2': { id: 'veo-2', name: 'Veo 2', maxPrompt: 2000 },
  'google/veo3': { id: 'veo-3', name: 'Veo 3', maxPrompt: 2000 },
}

export function modelName(id: string): string {
  return Object.values(MODEL_BY_PATH).find((model) => model.id === id)?.name ?? id
}
