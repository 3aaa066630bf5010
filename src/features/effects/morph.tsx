import { type ReactNode, ViewTransition } from 'react'

export type MorphName = 'kissing' | 'asmr'

/**
 * Animates an effect's footage between its card and its page (styles/motion.css). Without a name, there is no
 * animation.
 */
export function Morph({ name, children }: { name: MorphName | undefined; children: ReactNode }) {
  return (
    <ViewTransition name={name ?? 'auto'} share="footage" default="none">
      {children}
    </ViewTransition>
  )
}
