// From page to page with a view transition: links ask for it by the state of their address, so that Back moves too.
import { createContext, use } from 'react'
import { type Location, matchPath } from 'react-router-dom'

export interface PageMove {
  from: string
  to: string
}

/** Props of a link with a view transition: `<Link to={path} {...MOVING}>`. */
export const MOVING = { state: { isMoving: true } }

export function isMoving({ state }: Location): boolean {
  return state?.isMoving === true
}

/** The navigation that is in progress. */
export const PageMoveContext = createContext<PageMove | null>(null)

/** True once the address belongs to another page, whose code may still be loading. */
export const LeavingContext = createContext(false)

/** Returns whether a navigation leads to or from this path. */
export function useMovesAt(path: string): boolean {
  const move = use(PageMoveContext)
  return move !== null && [move.from, move.to].some((pathname) => matchPath(path, pathname))
}
