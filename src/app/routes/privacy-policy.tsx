import { LegalPage } from '@/features/legal/legal-page'
import { PRIVACY } from '@/features/legal/privacy'

export function Page() {
  return <LegalPage document={PRIVACY} />
}
