import { KissingPage } from '@/features/kissing/kissing-page'

export function FrenchKissingPage() {
  return <KissingPage />
}
