export { SharedPage as Page } from '@/features/shared-video/shared-page'
