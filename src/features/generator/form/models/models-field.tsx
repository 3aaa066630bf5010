import { describeEnding } from '@contract/sentences'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Model } from '@/config/models'
import { useCapabilities } from '@/state/capabilities'
import { helpClass } from '../../help-class'
import { getPrice, type Prices } from '../../inputs/chosen-models'
import type { Form } from '../../inputs/form-store'
import { useFieldValue } from '../../inputs/use-field-value'
import { ModelPicker } from './model-picker'

const MOST_COMPARED = 3

const actionClass = `${helpClass} -my-2 pointer-coarse:-my-3`

interface ModelsFieldProps {
  form: Form
  offered: readonly Model[]
  /** The chosen model, then the models to compare with it. */
  models: readonly Model[]
  prices: Prices
  problem: string | null
  /** Whether models can be compared. Direct mode has no credit holds, so it can't reserve credits for several jobs. */
  canCompare: boolean
  /** A line below the chosen model. */
  note: ReactNode
}

export function ModelsField({ form, offered, models, prices, problem, canCompare, note }: ModelsFieldProps) {
  const mode = useFieldValue(form, 'mode')
  const getCredits = (model: Model) => getPrice(model, prices)
  const [chosen, ...compared] = models
  const left = offered.filter((model) => !models.includes(model))
  const next = left.find(({ makesFrom }) => makesFrom[mode])
  const compare = (change: readonly Model[]) => form.comparedModelIds.set(change.map(({ id }) => id))
  const wantedId = useFieldValue(form, 'model')
  const ended = useCapabilities().models.find(({ id, ending }) => id === wantedId && ending?.isOver)
  if (!chosen) return null

  function choose(id: string) {
    // If the new model was in the comparison, the previous model replaces it there.
    compare(compared.map((one) => (one.id === id && chosen ? chosen : one)))
    form.change({ model: id })
  }

  return (
    <>
      <ModelPicker
        label="Model"
        name="model"
        models={offered}
        {...{ chosen, mode, getCredits, problem }}
        note={
          <>
            <Ending model={ended ?? chosen} />
            {note}
          </>
        }
        onChoose={choose}
        action={
          canCompare &&
          next &&
          models.length < MOST_COMPARED && (
            <button type="button" className={actionClass} onClick={() => compare([...compared, next])}>
              <Plus aria-hidden="true" className="size-4" />
              Compare
            </button>
          )
        }
      />
      {compared.map((one, place) => (
        <ModelPicker
          key={one.id}
          label="Compare with"
          models={offered.filter((model) => model === one || left.includes(model))}
          chosen={one}
          {...{ mode, getCredits }}
          problem={null}
          note={<Ending model={one} />}
          onChoose={(id) => compare(compared.with(place, offered.find((model) => model.id === id) ?? one))}
          action={
            <button
              type="button"
              className={actionClass}
              onClick={() => compare(compared.filter((other) => other !== one))}
            >
              <X aria-hidden="true" className="size-4" />
              Remove <span className="sr-only">{one.name}</span>
            </button>
          }
        />
      ))}
    </>
  )
}

/** Says when a model ends or ended. */
function Ending({ model: { name, ending } }: { model: Model }) {
  return ending && <p className="mt-2 text-sm text-amber">{describeEnding({ name, ...ending })}</p>
}
