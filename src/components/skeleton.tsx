import { classNames } from './class-names'

/** Holds the place of what is loading; give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse-soft rounded-sm bg-raise', className)} />
}
