export { DebugPage as Page } from '@/features/debug/debug-page'
