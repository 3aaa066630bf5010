import { PricingPage as Pricing } from '@/features/pricing/pricing-page'

export function PricingPage() {
  return <Pricing />
}
