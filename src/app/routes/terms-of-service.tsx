import { LegalPage } from '@/features/legal/legal-page'
import { TERMS } from '@/features/legal/terms'

export function Page() {
  return <LegalPage document={TERMS} />
}
