import { LegalPage } from '@/features/legal/legal-page'
import { TERMS } from '@/features/legal/terms'

export function TermsPage() {
  return <LegalPage document={TERMS} />
}
