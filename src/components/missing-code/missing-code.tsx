import { Button } from '@/components/button'
import type { LateCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { unsavedParts } from '@/components/hooks/use-unsaved'
import { joinClasses } from '@/components/join-classes'

export const RELOAD_PAGE = 'Reload page'
export const OUTDATED = 'This page was updated. Reload it to continue. Everything you typed is kept.'
export const OUTDATED_UNSAVED =
  'This page was updated. Copy any new secret and the text that you typed, then reload the page.'

/**
 * Returns what to say about missing code, and the name of the button that calls `retry`. There is no button while a
 * reload would lose something. `text` is the sentence if a reload wouldn't help.
 */
export function useMissingCode({ isOutdated }: Pick<LateCode, 'isOutdated'>, text: string) {
  const hasUnsaved = useStore(unsavedParts) > 0
  if (!isOutdated) return { sentence: text, button: 'Try again' }
  return hasUnsaved ? { sentence: OUTDATED_UNSAVED, button: null } : { sentence: OUTDATED, button: RELOAD_PAGE }
}

interface MissingCodeProps {
  code: { isOutdated: boolean; retry: () => unknown }
  /** The sentence if a reload of the page wouldn't help. */
  text: string
  className?: string | undefined
}

/** Says that code of a part of the page couldn't load, and offers the way out. */
export function MissingCode({ code, text, className }: MissingCodeProps) {
  const { sentence, button } = useMissingCode(code, text)
  return (
    <div role="alert" className={joinClasses('flex flex-wrap items-center gap-3', className)}>
      <p>{sentence}</p>
      {button && (
        <Button variant="secondary" size="sm" onClick={code.retry}>
          {button}
        </Button>
      )}
    </div>
  )
}
