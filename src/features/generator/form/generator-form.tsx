import { type FormEvent, type KeyboardEvent, type RefObject, useId, useMemo } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { MissingCode } from '@/components/missing-code/missing-code'
import { findFieldModel } from '@/config/models'
import { loadTransport } from '@/lib/http/create-http'
import { useCapabilities } from '@/state/capabilities'
import { countOpen } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { useSelector } from '@/state/use-selector'
import { useChosenModels } from '../inputs/chosen-models'
import type { Form } from '../inputs/form-store'
import { useTakes } from '../inputs/takes'
import { useFieldValue } from '../inputs/use-field-value'
import type { FormProblem } from '../inputs/validate'
import { loadPanelJob } from '../result-panel/load-panel-job'
import { getSubmitStore } from '../submit-generation'
import { useIsDirectMode } from '../use-is-direct-mode'
import { AspectField } from './aspect-field'
import { AudioField } from './audio-field'
import { GenerateBar } from './generate-bar'
import { DropOverlay } from './image/drop-overlay'
import { ImageField } from './image/image-field'
import { useImageDrop } from './image/use-image-drop'
import { useImagePaste } from './image/use-image-paste'
import { LengthField } from './length-field'
import { ModeTabs } from './mode-tabs'
import { ModelsField } from './models/models-field'
import { loadCastParts } from './prompt-cast'
import { loadPhrases } from './prompt-details'
import { PromptFields } from './prompt-fields'
import { ProvidersNote } from './providers-note'
import { SeedNote } from './seed-note'
import { TakesField } from './takes-field'
import './form.css'

const loadAdvancedFields = () => import('./advanced/advanced-fields').then(({ AdvancedFields }) => AdvancedFields)

interface GeneratorFormProps {
  form: Form
  promptRef: RefObject<HTMLTextAreaElement | null>
  onGenerate: () => FormProblem | null
}

export function GeneratorForm({ form, promptRef, onGenerate }: GeneratorFormProps) {
  const models = useChosenModels(form)
  const [model] = models
  const { models: known } = useCapabilities()
  const offered = useMemo(() => known.filter(({ isOn }) => isOn), [known])
  const prices = useJobs((state) => state.prices)
  const isDirect = useIsDirectMode()
  const problem = useProblem()
  const mode = useFieldValue(form, 'mode')
  const inputs = isDirect ? null : model.inputs
  const { takes, room } = useTakes(form, models.length)
  const noteId = useId()
  const heard = findFieldModel(models, ({ hasSound }) => hasSound)
  const advanced = useCode(loadAdvancedFields, inputs !== null)
  const AdvancedFields = advanced.code
  const isDragging = useImageDrop(form)
  useImagePaste(form)
  // Text typed before hydration would be lost.
  const isUsable = useHydrated()

  const getProblem = (field: FormProblem['field']) => (problem?.field === field ? problem.message : null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { elements } = event.currentTarget
    const found = onGenerate()
    const control = found && elements.namedItem(found.field)
    if (control instanceof HTMLElement) control.focus()
  }

  return (
    <form
      noValidate
      inert={!isUsable}
      aria-label="Video settings"
      onSubmit={submit}
      onKeyDown={submitOnModifiedEnter}
      onFocus={loadAhead}
      className="@container relative flex flex-col rounded-xl border border-hairline bg-panel"
    >
      <ModeTabs mode={mode} onChange={(next) => form.change({ mode: next })}>
        <ModelsField
          {...{ form, models, offered, prices }}
          problem={getProblem('model')}
          canCompare={!isDirect}
          note={
            AdvancedFields && !isDirect ? (
              <AdvancedFields part="note" {...{ form, model }} />
            ) : (
              inputs &&
              advanced.isMissing && (
                <MissingCode code={advanced} text={MESSAGES.optionsMissing} className="mt-2 text-sm text-bad" />
              )
            )
          }
        />
        {mode === 'image' &&
          (inputs && AdvancedFields ? (
            <AdvancedFields part="start" {...{ form, model }} problem={getProblem('image')} />
          ) : (
            <ImageField form={form} problem={getProblem('image')} />
          ))}
        <PromptFields
          form={form}
          mode={mode}
          models={models}
          promptRef={promptRef}
          problem={getProblem('prompt')}
          negativeProblem={getProblem('negativePrompt')}
        >
          <div className="grid grid-cols-1 gap-4 @min-[22rem]:grid-cols-[minmax(0,1fr)_8.5rem] @min-[40rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8.5rem] @min-[50rem]:grid-cols-[minmax(0,1fr)_11.5rem_8.5rem]">
            <div className="@min-[22rem]:col-span-2 @min-[40rem]:col-span-1">
              <LengthField form={form} model={model} />
            </div>
            {room && <TakesField {...{ form, takes, room, noteId }} />}
            {heard && <AudioField form={form} model={heard} />}
          </div>
          {/* Reserves the space, so that nothing moves when the code loads. */}
          {inputs && inputs.resolutions.length > 1 && (
            <div className="min-h-[4.6rem]">
              {AdvancedFields && <AdvancedFields part="resolution" {...{ form, model }} />}
            </div>
          )}
          {model.aspectRatios.length > 1 && <AspectField form={form} model={model} />}
        </PromptFields>
        <SeedNote form={form} models={models} />
        <ProvidersNote models={models} />
      </ModeTabs>
      <GenerateBar {...{ form, models, problem, noteId }} />
      {isDragging && <DropOverlay />}
    </form>
  )
}

/** Preloads code, because a deployment might remove it before the user clicks Generate. */
function loadAhead() {
  loadTransport().catch(() => undefined)
  loadPhrases().catch(() => undefined)
  loadCastParts().catch(() => undefined)
  loadPanelJob().catch(() => undefined)
}

/** Submits on Ctrl+Enter or Cmd+Enter, because Enter in a text area adds a new line. */
function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/**
 * Returns the problem that the last click found. The problem clears when a job ends, or when the network returns if
 * that was the cause.
 */
function useProblem(): FormProblem | null {
  const problem = useSelector(getSubmitStore(useServices()), (state) => state.problem)
  const { maxOpenJobs } = useCapabilities()
  const isRoom = useJobs(({ jobs }) => countOpen(jobs) < maxOpenJobs)
  const isOnline = useOnline()
  const isOver = (problem?.field === 'jobs' && isRoom) || (problem?.field === 'connection' && isOnline)
  return isOver ? null : problem
}
