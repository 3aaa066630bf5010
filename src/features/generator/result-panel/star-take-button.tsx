import { Star } from 'lucide-react'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'

interface StarTakeButtonProps {
  /** The job's name for screen readers, after the button's label. */
  name: string
  isStarred: boolean
  onToggle: () => void
}

/** Stars a video, as in the library. In a comparison, only one video has the star. */
export function StarTakeButton({ name, isStarred, onToggle }: StarTakeButtonProps) {
  return (
    <Button variant="quiet" size="sm" aria-pressed={isStarred} onClick={onToggle}>
      <Star aria-hidden="true" className={joinClasses('size-4', isStarred && 'fill-amber text-amber')} />
      Keeper <span className="sr-only">{name}</span>
    </Button>
  )
}
