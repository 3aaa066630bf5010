import { DebugPage as Debug } from '@/features/debug/debug-page'

export function DebugPage() {
  return <Debug />
}
