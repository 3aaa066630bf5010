import { mayNameMember } from '@contract/cast-plan'
import { useMemo } from 'react'
import { Button } from '@/components/button'
import { useStore } from '@/components/hooks/use-store'
import type { Model } from '@/config/models'
import { getCastStatus, getCastStore } from '@/state/cast/cast'
import { useServices } from '@/state/services-context'
import type { Form } from '../inputs/form-store'
import { useFieldValue } from '../inputs/use-field-value'
import { Picture } from './picture'
import { createNameFinder, getOtherStart, planCast } from './plan'
import { CAST_TEXT, describeImages, describePlans } from './text'

/** The members that the prompt names, and what the chosen models do with them. */
export function CastSummary({ form, models }: { form: Form; models: readonly Model[] }) {
  const cast = getCastStore(useServices())
  const state = useStore(cast)
  const { members } = state
  const advanced = useStore(form.advanced)
  const prompt = useFieldValue(form, 'prompt')
  const mode = useFieldValue(form, 'mode')
  const generateAudio = useFieldValue(form, 'generateAudio')
  const findNamed = useMemo(() => createNameFinder(members ?? []), [members])
  const named = findNamed(prompt)
  const plans = models.map((model) => planCast(named, model, { mode, prompt, generateAudio }, advanced))
  const [chosen] = plans

  if (getCastStatus(state) === 'failed' && mayNameMember(prompt)) {
    return (
      <div className="mt-2 flex flex-wrap items-center gap-3 text-sm text-bad">
        <p>{CAST_TEXT.failed}</p>
        <Button variant="secondary" size="sm" onClick={() => void cast.load()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!chosen || named.length === 0) return null
  return (
    <div className="mt-2 grid gap-1.5 text-sm text-soft">
      <ul aria-label={CAST_TEXT.chips} className="flex flex-wrap gap-1.5">
        {named.map((member) => (
          <li
            key={member.id}
            className="flex min-w-0 items-center gap-2 rounded-md border border-hairline bg-ink py-0.5 pr-2.5 pl-0.5"
          >
            <Picture member={member} className="size-7" />
            <span className="min-w-0 py-0.5 leading-snug wrap-anywhere">
              <bdi className="text-text">{member.name}</bdi>{' '}
              <span className="whitespace-nowrap tabular-nums">{describeImages(member, chosen)}</span>
            </span>
          </li>
        ))}
      </ul>
      {describePlans(plans, named, getOtherStart(mode, advanced)).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
