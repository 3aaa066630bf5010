import { type RefObject, useEffect, useRef } from 'react'
import { PageMeta } from '@/components/page-meta'
import { useToast } from '@/components/toast/use-toast'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { MESSAGES } from '@/state/jobs/job-text'
import { GeneratorForm } from './form/generator-form'
import { ConnectionNote } from './stage/connection-note'
import { Stage } from './stage/stage'
import { useBringIntoSight } from './use-bring-into-sight'
import { useGenerator } from './use-generator'

const COLUMNS = 'grid grid-cols-1 gap-x-6 lg:grid-cols-[minmax(0,min(26rem,40%))_minmax(0,1fr)]'

/** `prompt`: focused to bring the user back to the form. */
export function Generator({ prompt }: { prompt: RefObject<HTMLTextAreaElement | null> }) {
  const generator = useGenerator()
  const { show } = useToast()
  const { stage, model, form } = generator
  const panel = useRef<HTMLElement>(null)
  const backToPrompt = useBringIntoSight(prompt)
  const title = `Create AI Videos with ${model.name} - Text to Video`

  // The clicked button is disabled now, and on a phone the monitor is below the fold.
  const clicked = useRef(false)
  const isGenerating = stage.status === 'generating'
  useEffect(() => {
    if (isGenerating && clicked.current) panel.current?.focus()
    clicked.current = false
  }, [isGenerating])

  return (
    <>
      <PageMeta
        title={title}
        path={paths.createVideo}
        description="Write a prompt or choose an image, a model and 5 or 8 seconds. The price stands on the button, and only videos that arrive are charged."
      />
      <ConnectionNote stage={stage} />
      <div className="frame pt-6 pb-16 sm:pb-24">
        <div className={`mb-5 items-end gap-y-2 ${COLUMNS}`}>
          <h1 className="text-title">Create a video</h1>
          <div className="text-[0.9375rem] text-soft">
            <p>One prompt in, one take out: the picture and its sound in a single file.</p>
            {env.generatorNote && <p className="max-sm:mt-1 max-sm:text-sm">{env.generatorNote}</p>}
          </div>
        </div>
        <div className={`items-start gap-y-6 ${COLUMNS}`}>
          <GeneratorForm
            generator={generator}
            promptRef={prompt}
            onGenerate={() => {
              const problem = generator.generate()
              clicked.current = problem === null
              return problem
            }}
          />
          <Stage
            generator={generator}
            stageRef={panel}
            onIdea={(idea) => {
              form.takeIdea(idea)
              backToPrompt()
            }}
            onReset={() => {
              generator.reset()
              backToPrompt()
            }}
            onSetAside={() => {
              generator.actions.setAside()
              show({ tone: 'info', text: MESSAGES.setAside })
              backToPrompt()
            }}
          />
        </div>
      </div>
    </>
  )
}
