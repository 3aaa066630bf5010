import { CloudOff } from 'lucide-react'
import { type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'
import { LeavingContext } from '@/components/leaving'
import { PageMeta } from '@/components/page-meta'
import { useToast } from '@/components/toast/use-toast'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { MESSAGES } from '@/state/jobs/job-text'
import { getPanelState, isComparingJobs, isPanelConnectionLost } from '@/state/jobs/panel'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { GeneratorForm } from './form/generator-form'
import { useChosenModels } from './inputs/chosen-models'
import { getForm } from './inputs/form-store'
import { getJobActivity } from './job-activity'
import { ResultPanel } from './result-panel/result-panel'
import { getSubmitStore } from './submit-generation'
import { useScrollIntoView } from './use-scroll-into-view'

const COLUMNS = 'grid grid-cols-1 gap-x-6 lg:grid-cols-[minmax(0,min(26rem,40%))_minmax(0,1fr)]'

/** The generator. `prompt` receives the focus when the user returns to the form. */
export function Generator({ prompt }: { prompt: RefObject<HTMLTextAreaElement | null> }) {
  const services = useServices()
  const form = getForm(services)
  const clicks = getSubmitStore(services)
  const jobs = useJobActions()
  const [model] = useChosenModels(form)
  const { show } = useToast()
  const panel = useRef<HTMLElement>(null)
  const backToPrompt = useScrollIntoView(prompt)
  const isComparing = useJobs(isComparingJobs)
  const isLeaving = use(LeavingContext)
  const title = `Create AI Videos with ${model.name} - Text to Video`

  useEffect(() => form.open(), [form])
  useEffect(() => getJobActivity(services).show(), [services])

  // Leaving the page cancels a waiting submit. The page is still rendered until the next page's code has loaded.
  useEffect(() => {
    if (isLeaving) clicks.takeBack()
  }, [isLeaving, clicks])

  // The clicked button is now disabled. On a phone, the result panel is below the visible area. A layout effect, because
  // a click may come before the first useEffect, which would then forget it.
  const clicked = useRef(false)
  const isGenerating = useJobs((state) => getPanelState(state) === 'generating')
  useLayoutEffect(() => {
    if (isGenerating && clicked.current) {
      panel.current?.focus()
      // A comparison is below the form on every screen.
      if (isComparing) panel.current?.scrollIntoView({ block: 'start' })
    }
    clicked.current = false
  }, [isGenerating, isComparing])

  return (
    <>
      <PageMeta
        title={title}
        path={paths.createVideo}
        description="Write a prompt or choose an image. Then choose a model and a duration. The price is on the button, and you're charged only for videos that arrive."
      />
      <ConnectionNote />
      <div className="frame pt-4 pb-16 sm:pb-24">
        <div className={`mb-4 items-end gap-y-2 ${COLUMNS}`}>
          <h1 className="text-title">Create a video</h1>
          <div className="text-[0.9375rem] text-soft">
            <p>One prompt in, one video out, with picture and sound in a single file.</p>
            {env.generatorNote && <p className="max-sm:mt-1 max-sm:text-sm">{env.generatorNote}</p>}
          </div>
        </div>
        <div className={isComparing ? 'grid grid-cols-1 gap-y-6' : `gap-y-6 ${COLUMNS}`}>
          <GeneratorForm
            form={form}
            promptRef={prompt}
            onGenerate={() => {
              const problem = clicks.generate()
              clicked.current = problem === null
              return problem
            }}
          />
          <ResultPanel
            panelRef={panel}
            form={form}
            onIdea={(idea) => {
              form.takeIdea(idea)
              backToPrompt()
            }}
            onReset={() => {
              clicks.reset()
              backToPrompt()
            }}
            onMoveToBackground={() => {
              jobs.moveToBackground()
              show({ tone: 'info', text: MESSAGES.moveToBackground })
              backToPrompt()
            }}
          />
        </div>
      </div>
    </>
  )
}

function ConnectionNote() {
  const isOnline = useOnline()
  const isConnectionLost = useJobs(isPanelConnectionLost)
  const text = !isOnline ? MESSAGES.offline : isConnectionLost ? MESSAGES.unreachable : null
  return (
    <div role="status" aria-label="Connection" className="sticky top-header z-30">
      {text && (
        <p className="animate-rise border-y border-hairline bg-raise/95 backdrop-blur-sm">
          <span className="frame flex items-start gap-3 py-3 text-[0.9375rem]">
            <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
            {text}
          </span>
        </p>
      )}
    </div>
  )
}
