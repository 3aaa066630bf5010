import type { ComponentProps } from 'react'
import { AddFrame } from '@/features/cast/add-frame'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'

export function AddFrameDialog(props: Omit<ComponentProps<typeof AddFrame>, 'prepareImage'>) {
  return <AddFrame {...props} prepareImage={prepareInWorker} />
}
