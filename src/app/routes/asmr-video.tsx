import { AsmrPage } from '@/features/asmr/asmr-page'

export function AsmrVideoPage() {
  return <AsmrPage />
}
