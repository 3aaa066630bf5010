import { Generator } from '@/features/generator/generator'

export function CreateVideoPage() {
  return <Generator />
}
