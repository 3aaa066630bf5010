import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { formPath } from '@/config/paths'
import type { Reuse } from '@/features/generator/inputs/form-store'
import { Library } from '@/features/library/library'
import { VideoPage } from '@/features/library/video-page/video-page'
import { createStore } from '@/lib/store'
import { useServices } from '@/state/services-context'
import { useFormUses } from './use-form-uses'

/** The form of the other page says nothing of how its model uses videos: here each is used by its own model. */
const NO_USES = createStore(null)

interface LibraryPagesProps {
  /** The job of a video's page. Undefined for all videos. */
  jobId: string | undefined
  /** The filters of the address. */
  search: string
}

/** The pages of the library for a user who is signed in. */
export function LibraryPages({ jobId, search }: LibraryPagesProps) {
  const navigate = useNavigate()
  const services = useServices()
  const fill = useMemo(
    () => async (input: Reuse) => {
      const { getForm } = await import('@/features/generator/inputs/form-store')
      const form = getForm(services)
      // Its owner first, who would empty what somebody else has filled in.
      form.open()
      form.reuse(input)
      navigate(formPath)
    },
    [services, navigate],
  )
  const library = { uses: NO_USES, onTaken: () => navigate(formPath), ...useFormUses(fill) }
  return jobId === undefined ? <Library isPage {...library} /> : <VideoPage {...library} {...{ jobId, search }} />
}
