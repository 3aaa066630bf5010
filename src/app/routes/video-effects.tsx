import { EffectsPage } from '@/features/effects/effects-page'

export function VideoEffectsPage() {
  return <EffectsPage />
}
