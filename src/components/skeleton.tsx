import { joinClasses } from './join-classes'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={joinClasses('block animate-pulse-soft rounded-sm bg-raise', className)} />
}
