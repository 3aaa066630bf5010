import { matchRoutes, type RouteObject } from 'react-router-dom'

/** Loads the page's code before the first render. Returns false on failure: the router tries again and shows it. */
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
