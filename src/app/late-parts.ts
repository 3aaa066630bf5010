import { latePart } from '@/components/late/late-part'

export const HOME_LATER = latePart(async () => (await import('./home-later')).HomeLater)
