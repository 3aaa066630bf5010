import { Star } from 'lucide-react'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'

interface StarTakeButtonProps {
  /** The job's name, read out after 'Keeper'. */
  name: string
  isStarred: boolean
  onToggle: () => void
}

/** Marks the video to keep with the star that the library shows. The star of another one beside it goes out. */
export function StarTakeButton({ name, isStarred, onToggle }: StarTakeButtonProps) {
  return (
    <Button variant="quiet" size="sm" aria-pressed={isStarred} onClick={onToggle}>
      <Star aria-hidden="true" className={joinClasses('size-4', isStarred && 'fill-amber text-amber')} />
      Keeper <span className="sr-only">{name}</span>
    </Button>
  )
}
