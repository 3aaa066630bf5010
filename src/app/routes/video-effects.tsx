export { EffectsPage as Page } from '@/features/effects/effects-page'
