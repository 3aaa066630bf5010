import { LegalPage } from '@/features/legal/legal-page'
import { REFUND } from '@/features/legal/refund'

export function Page() {
  return <LegalPage document={REFUND} />
}
