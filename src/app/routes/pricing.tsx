export { PricingPage as Page } from '@/features/pricing/pricing-page'
