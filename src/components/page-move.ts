// From page to page with a view transition: links ask for it by the state of their address, so that Back moves too.
import { createContext, use } from 'react'
import { type Location, matchPath } from 'react-router-dom'

export interface PageMove {
  from: string
  to: string
}

/** Props of a link that moves from page to page: `<Link to={path} {...MOVING}>`. */
export const MOVING = { state: { isMoving: true } }

export function isMoving({ state }: Location): boolean {
  return state?.isMoving === true
}

/** Under way. */
export const PageMoveContext = createContext<PageMove | null>(null)

/** True once the address is another page's, whose code may be on its way. */
export const LeavingContext = createContext(false)

/** True while the page moves to or from this path. */
export function useMovesAt(path: string): boolean {
  const move = use(PageMoveContext)
  return move !== null && [move.from, move.to].some((pathname) => matchPath(path, pathname))
}
