import type { RefObject } from 'react'
import type { Model } from '@/config/models'
import type { Form } from '../inputs/form-store'
import { insertPhrase, type Phrase } from '../inputs/insert-phrase'
import { insertText } from '../inputs/insert-text'
import { PHRASE_GROUPS } from '../inputs/phrases'
import { useFieldValue } from '../inputs/use-field-value'

interface PromptPhrasesProps {
  form: Form
  model: Model
  promptRef: RefObject<HTMLTextAreaElement | null>
  onInserted: () => void
}

/** Chips that add a detail to the prompt. A chip is disabled if the prompt would become too long. */
export function PromptPhrases({ form, model, promptRef, onInserted }: PromptPhrasesProps) {
  const prompt = useFieldValue(form, 'prompt')
  // The caret of a restored prompt is at its start until the user moves it. Insert at the end then.
  const getCaret = () => promptRef.current?.selectionEnd || prompt.length
  const fits = (phrase: Phrase) => {
    const { at, inserted } = insertPhrase(prompt, getCaret(), phrase)
    return `${prompt.slice(0, at)}${inserted}${prompt.slice(at)}`.trim().length <= model.maxPromptLength
  }

  function insert(phrase: Phrase) {
    const { current: field } = promptRef
    if (!field) return
    const { at, inserted, selection } = insertPhrase(field.value, getCaret(), phrase)
    onInserted()
    insertText(field, [at, at], inserted)
    field.setSelectionRange(...selection)
  }

  return PHRASE_GROUPS.map(({ title, isHeard, phrases }) => (
    <fieldset key={title} className="p-2">
      <legend className="float-left mb-2 w-full text-sm text-soft">
        <span className="font-semibold text-text">{title}</span>
        {isHeard && !model.hasSound && ` · ${model.name} is silent`}
      </legend>
      <div className="clear-both flex flex-wrap gap-2">
        {phrases.map((phrase) => (
          <button
            key={phrase.text}
            type="button"
            disabled={!fits(phrase)}
            onClick={() => insert(phrase)}
            className="min-h-9 rounded-full border border-edge px-3.5 py-1 text-left text-sm text-soft transition-colors duration-150 enabled:hover:border-soft/60 enabled:hover:text-text disabled:cursor-not-allowed disabled:opacity-40 pointer-coarse:min-h-11"
          >
            {phrase.text}
          </button>
        ))}
      </div>
    </fieldset>
  ))
}
