import { type ReactNode, ViewTransition } from 'react'

export type MorphName = 'kissing' | 'asmr'

/** Lets an effect's footage grow from its card into its page, and back (styles/motion.css). Without a name it stays as it is. */
export function Morph({ name, children }: { name: MorphName | undefined; children: ReactNode }) {
  return (
    <ViewTransition name={name ?? 'auto'} share="footage" default="none">
      {children}
    </ViewTransition>
  )
}
