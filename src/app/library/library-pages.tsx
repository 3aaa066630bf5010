import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import { useToast } from '@/components/toast/use-toast'
import { formPath, paths } from '@/config/paths'
import type { Reuse } from '@/features/generator/inputs/form-store'
import { Library } from '@/features/library/library'
import { VideoPage } from '@/features/library/video-page/video-page'
import { loadCode } from '@/lib/browser/missing-code'
import { createStore } from '@/lib/store'
import { useServices } from '@/state/services-context'
import { useFormUses } from './use-form-uses'

/** The library shows every model's own rules for source videos, so the generator's form has no influence here. */
const NO_USES = createStore(null)

const loadAddFrame = () => import('./add-frame-dialog').then(({ AddFrameDialog }) => AddFrameDialog)

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
  const { show } = useToast()
  /** The frame of a video that is being added to the cast. */
  const [frame, setFrame] = useState<File | null>(null)
  const addFrame = useCode(loadAddFrame, frame !== null)
  const library = {
    uses: NO_USES,
    onTaken: () => navigate(formPath),
    onAddToCast: setFrame,
    ...useFormUses(fill),
  }
  return (
    <>
      {jobId === undefined ? <Library isPage {...library} /> : <VideoPage {...library} {...{ jobId, search }} />}
      {frame && addFrame.code && (
        <addFrame.code
          frame={frame}
          onSaved={(name) =>
            show({ tone: 'ok', text: `${name} is in your cast.`, action: { label: 'Open cast', to: paths.cast } })
          }
          onClose={() => setFrame(null)}
        />
      )}
      {frame && addFrame.isMissing && (
        <MissingCode code={addFrame} text="We couldn't load the form of your cast." className="frame pb-12 text-bad" />
      )}
    </>
  )
}
