import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'
import { useMissingCode } from './use-missing-code'

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
