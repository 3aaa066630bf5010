import { useStore } from '@/components/hooks/use-store'
import type { Model } from '@/config/models'
import { type AdvancedInputsStore, LAST_FRAME_ID } from '../../advanced-inputs/advanced-inputs-store'
import { getAddedCredits } from '../../advanced-inputs/text'
import type { Form } from '../../inputs/form-store'
import { ChoiceField } from '../choice-field'
import { ImageField } from '../image/image-field'
import { ImageSlot } from '../image/image-slot'
import { AddedCredits } from './added-credits'
import { ReferencesField } from './references-field'
import { SourceField } from './source-field'
import { VoiceField } from './voice-field'

interface StartFieldsProps {
  advanced: AdvancedInputsStore
  form: Form
  model: Model
  problem: string | null
}

/** The fields for the start of a video: its first and last frame, references, or another video. */
export function StartFields({ advanced, form, model, problem }: StartFieldsProps) {
  const { start, source, references } = useStore(advanced.inputs)
  const { inputs } = model
  if (source && inputs?.[source.use]) return <SourceField {...{ advanced, form, inputs, source, problem }} />
  const isReferences = start === 'references' && inputs?.references
  return (
    <div className="grid grid-cols-1 gap-4">
      {inputs?.references && (
        <ChoiceField
          label="Use images as"
          columns="gap-2 grid-cols-2"
          chosen={isReferences ? 'references' : 'frame'}
          onChange={(next) => advanced.change({ start: next })}
          choices={[
            { value: 'frame' as const, content: 'First frame' },
            {
              value: 'references' as const,
              content: <AddedCredits name="References" adds={getAddedCredits(inputs, 'references')} />,
            },
          ]}
        />
      )}
      {isReferences ? (
        <>
          <ReferencesField {...{ advanced, model, problem }} taken={isReferences} />
          {isReferences.audio && references.length > 0 && (
            <VoiceField {...{ advanced, model }} limits={isReferences.audio} />
          )}
        </>
      ) : inputs?.frames ? (
        <Frames {...{ advanced, form, problem }} adds={inputs.frames.adds} />
      ) : (
        <ImageField {...(inputs?.references && FIRST)} form={form} problem={problem} />
      )}
    </div>
  )
}

const FIRST = { label: 'First frame', noun: 'first frame' }

function Frames({ advanced, form, problem, adds }: Omit<StartFieldsProps, 'model'> & { adds: number }) {
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-4 @min-[40rem]:grid-cols-2">
      <ImageField {...FIRST} form={form} problem={problem} />
      <div id={LAST_FRAME_ID}>
        <ImageSlot
          intake={advanced.last}
          name="lastImage"
          label={<AddedCredits name="Last frame" adds={adds} />}
          hint="Optional"
          noun="last frame"
          problem={null}
        />
      </div>
    </div>
  )
}
