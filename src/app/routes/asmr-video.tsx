import { AsmrPage } from '@/features/effects/asmr/asmr-page'

export function AsmrVideoPage() {
  return <AsmrPage />
}
