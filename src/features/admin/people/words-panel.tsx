import { MAX_REFUSED_WORD_CHARACTERS, MAX_REFUSED_WORDS, type RefusedWord } from '@contract/admin'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import { FailureNote } from '../failure-note'
import { formatCount } from '../format-number'
import { LogTime } from '../log-time'
import { useAdminCall } from '../use-admin-call'
import { useAdminRead } from '../use-admin-read'
import type { PeoplePanelProps } from './people-api'
import { usePeopleTexts } from './texts/people-texts'
import type { PeopleTexts } from './texts/zh'

/** The text that is not saved yet. It is stored outside the panel, which is removed when the login expires. */
let unsaved: string | null = null

export function WordsPanel({ api, isOnline, onRefused, onChanged }: PeoplePanelProps & { onChanged: () => void }) {
  const text = usePeopleTexts().words
  const { data: words, failure, isLoading, load, change } = useAdminRead(api.fetchWords, onRefused)
  const saving = useAdminCall(onRefused)
  const [draft, setDraft] = useState(unsaved)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const edit = (value: string | null) => {
    unsaved = value
    setDraft(value)
    setProblem(null)
    setIsSaved(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (draft === null || !isOnline) return
    const listed = splitLines(draft)
    const found = findProblem(listed, text)
    setProblem(found)
    if (found !== null) return
    void saving.run(async () => {
      const stored = await api.saveWords(listed)
      change(() => stored)
      edit(null)
      setIsSaved(true)
      onChanged()
    })
  }
  const stored = words?.map(({ word }) => word).join('\n')
  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="grid gap-6 p-4 sm:p-6">
        {failure && !isLoading && (
          <div className="grid justify-items-start gap-3">
            <FailureNote failure={failure} />
            <Button variant="secondary" size="sm" disabled={!isOnline} onClick={() => void load()}>
              {text.retry}
            </Button>
          </div>
        )}
        {!words && isLoading && (
          <div>
            <p role="status" className="sr-only">
              {text.loading}
            </p>
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {words && (
          <>
            <form noValidate aria-label={text.heading} onSubmit={onSubmit} className="grid gap-4">
              <Field label={text.field} hint={text.hint} error={problem}>
                {(control) => (
                  <textarea
                    {...control}
                    className={controlClass}
                    rows={6}
                    dir="auto"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    readOnly={saving.isBusy}
                    value={draft ?? stored}
                    onChange={({ target: { value } }) => edit(value === stored ? null : value)}
                  />
                )}
              </Field>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
                <Button type="submit" busy={saving.isBusy} disabled={!isOnline || draft === null}>
                  {text.save}
                </Button>
                <p role="status" className="text-ok">
                  {isSaved && text.saved}
                </p>
              </div>
              {saving.failure && <FailureNote failure={saving.failure} />}
            </form>
            {words.length > 0 && <Counts words={words} />}
          </>
        )}
      </div>
    </Panel>
  )
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns what is wrong with the list, or null. The server checks the same. */
function findProblem(words: readonly string[], text: PeopleTexts['words']): string | null {
  if (words.length > MAX_REFUSED_WORDS) return text.tooMany(MAX_REFUSED_WORDS)
  const long = words.find((word) => word.length > MAX_REFUSED_WORD_CHARACTERS)
  if (long) return text.tooLong(MAX_REFUSED_WORD_CHARACTERS, long)
  const empty = words.find((word) => !/[\p{L}\p{N}]/u.test(word))
  return empty ? text.noLetter(empty) : null
}

const cellClass = 'border-t border-hairline py-2.5 pr-4 text-left align-baseline font-normal last:pr-0'

/** The words that refused a prompt, the most frequent ones first. */
function Counts({ words }: { words: readonly RefusedWord[] }) {
  const text = usePeopleTexts().words
  const counted = words.filter(({ refusals }) => refusals > 0).toSorted((a, b) => b.refusals - a.refusals)
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-base">{text.counts}</h3>
      {counted.length === 0 ? (
        <p className="text-soft">{text.noCounts}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls inside, by keyboard too
        <section aria-label={text.counts} tabIndex={0} className="max-h-96 overflow-auto">
          <table className="w-full text-[0.9375rem] tabular-nums">
            <thead className="text-sm text-soft">
              <tr>
                {text.columns.map((name) => (
                  <th key={name} scope="col" className={cellClass}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counted.map(({ word, refusals, refusedAt }) => (
                <tr key={word}>
                  <td className={`${cellClass} wrap-anywhere`}>
                    <bdi>{word}</bdi>
                  </td>
                  <td className={cellClass}>{formatCount(refusals)}</td>
                  <td className={cellClass}>{refusedAt && <LogTime time={new Date(refusedAt)} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
