import { matchRoutes, type RouteObject } from 'react-router-dom'

/**
 * Loads the code of the page at this address into its route, so that the first render shows the page and not the gap
 * before it. Answers false when it cannot be loaded now: it stays lazy, the router tries again and shows the failure.
 */
export async function loadPage(routes: RouteObject[], location: { pathname: string }): Promise<boolean> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    try {
      Object.assign(route, await route.lazy(), { lazy: undefined })
    } catch {
      return false
    }
  }
  return true
}
