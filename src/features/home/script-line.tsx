import type { SpokenLine } from './later-copy'

/** What is said stands over the lit part of the mark 'words'. */
export function ScriptLine({ line: [before, said, after] }: { line: SpokenLine }) {
  return (
    <p aria-hidden="true" className="narrow grid grid-cols-[21fr_10fr_17fr] items-end gap-x-1 text-soft">
      <span>{before}</span>
      <span className="text-center text-amber">{said}</span>
      <span>{after}</span>
    </p>
  )
}
