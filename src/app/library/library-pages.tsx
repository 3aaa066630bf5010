import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { formPath } from '@/config/paths'
import type { Reuse } from '@/features/generator/inputs/form-store'
import { Library } from '@/features/library/library'
import { VideoPage } from '@/features/library/video-page/video-page'
import { loadCode } from '@/lib/browser/missing-code'
import { createStore } from '@/lib/store'
import { useServices } from '@/state/services-context'
import { useFormUses } from './use-form-uses'

/** The library shows every model's own rules for source videos, so the generator's form has no influence here. */
const NO_USES = createStore(null)

interface LibraryPagesProps {
  /** The ID of the video to show. Undefined shows the list. */
  jobId: string | undefined
  /** The query string, which holds the filters. */
  search: string
}

/** The video list and the video page of a signed-in user. */
export function LibraryPages({ jobId, search }: LibraryPagesProps) {
  const navigate = useNavigate()
  const services = useServices()
  const fill = useMemo(
    () => async (input: Reuse) => {
      const { getForm } = await loadCode(() => import('@/features/generator/inputs/form-store'))
      const form = getForm(services)
      // Open the form first: opening it clears fields set earlier.
      form.open()
      form.reuse(input)
      navigate(formPath)
    },
    [services, navigate],
  )
  const library = { uses: NO_USES, onTaken: () => navigate(formPath), ...useFormUses(fill) }
  return jobId === undefined ? <Library isPage {...library} /> : <VideoPage {...library} {...{ jobId, search }} />
}
