import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { PageMeta } from '@/components/page-meta'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { ConnectionNote } from './connection-note'
import type { Reuse } from './form-store'
import { GeneratorForm } from './generator-form'
import { JobTitle } from './job-title'
import { Stage } from './stage'
import { useGenerator } from './use-generator'

export interface GeneratorHandle {
  /** Takes a job over into the form, and brings the form to the person. */
  reuse(input: Reuse): void
}

/** The video generator: the form beside the monitor on which its video arrives. */
export function Generator({ ref }: { ref?: Ref<GeneratorHandle> }) {
  const generator = useGenerator()
  const { state, model, form } = generator
  const top = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLElement>(null)
  const prompt = useRef<HTMLTextAreaElement>(null)
  const title = `Create AI Videos with ${model.name} - Text to Video`

  useImperativeHandle(
    ref,
    () => ({
      reuse(input) {
        form.reuse(input)
        top.current?.scrollIntoView({ behavior: 'smooth' })
        prompt.current?.focus({ preventScroll: true })
      },
    }),
    [form],
  )

  // The pressed button is disabled now, and on a phone the monitor is below the fold: the focus goes where it happens.
  const pressed = useRef(false)
  const isGenerating = state.status === 'generating'
  useEffect(() => {
    if (isGenerating && pressed.current) stage.current?.focus()
    pressed.current = false
  }, [isGenerating])

  return (
    <>
      <PageMeta title={title} path={paths.createVideo} />
      <JobTitle state={state} title={title} />
      <ConnectionNote state={state} />
      <div className="frame pt-8 pb-16 sm:pt-12 sm:pb-24">
        <div ref={top} className="mb-8 scroll-mt-24 sm:mb-10">
          <h1 className="text-title">Create a video</h1>
          <p className="mt-2 text-soft">One prompt in, one take out: the picture and its sound in a single file.</p>
          {env.generatorNote && <p className="mt-2 text-sm text-soft">{env.generatorNote}</p>}
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <GeneratorForm
            generator={generator}
            promptRef={prompt}
            onGenerate={() => {
              const problem = generator.generate()
              pressed.current = problem === null
              return problem
            }}
          />
          <Stage
            generator={generator}
            stageRef={stage}
            onIdea={(idea) => {
              form.takeIdea(idea)
              prompt.current?.focus()
            }}
            onReset={() => {
              generator.reset()
              prompt.current?.focus({ preventScroll: true })
            }}
          />
        </div>
      </div>
    </>
  )
}
