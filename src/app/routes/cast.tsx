import { CastPage } from '@/features/cast/cast-page'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'

export function Page() {
  return <CastPage prepareImage={prepareInWorker} />
}
