import { KissingPage } from '@/features/effects/kissing/kissing-page'

export function FrenchKissingPage() {
  return <KissingPage />
}
