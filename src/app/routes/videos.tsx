import { useMemo, useRef } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { formPath, paths, videoPattern } from '@/config/paths'
import type { Reuse } from '@/features/generator/inputs/form-store'
import { Library } from '@/features/library/library'
import { VideoPage } from '@/features/library/video/video-page'
import { createStore } from '@/lib/store'
import { useServices } from '@/state/services-context'
import { useFormUses } from './use-form-uses'
import { useKeptFocus } from './use-kept-focus'

/** The form of the other page says nothing of how its model uses videos: here each is used by its own model. */
const NO_USES = createStore(null)

/** The user's videos, and the page of each. */
export function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const services = useServices()
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)
  const fill = useMemo(
    () => async (input: Reuse) => {
      const { formFor } = await import('@/features/generator/inputs/form-store')
      const form = formFor(services)
      // Its owner first, who would empty what somebody else has filled in.
      form.open()
      form.reuse(input)
      navigate(formPath)
    },
    [services, navigate],
  )
  const library = { uses: NO_USES, onTaken: () => navigate(formPath), ...useFormUses(fill) }
  const jobId = matchPath(videoPattern, pathname)?.params.id
  if (jobId !== undefined) {
    return (
      <div ref={page}>
        <VideoPage {...library} {...{ jobId, search }} />
      </div>
    )
  }
  return (
    <div ref={page}>
      <PageMeta
        title={formatTitle('Your videos')}
        path={paths.videos}
        description="All the videos you made: find, play, download, join, and continue them."
      />
      <Library isPage {...library} />
    </div>
  )
}
