import { createLatePart } from '@/components/late/late-part'

export const HOME_LATER = createLatePart(async () => (await import('./home-later')).HomeLater)
