export { AsmrPage as Page } from '@/features/effects/asmr/asmr-page'
