export { KissingPage as Page } from '@/features/effects/kissing/kissing-page'
