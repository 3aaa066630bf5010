import type { RouteObject } from 'react-router-dom'
import { paths } from '@/config/paths'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'
import { HomePage } from './routes/home'

/** The whole address space, in product order. Every page but the first is loaded when it is asked for. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    // Shown while the first page is a lazy one; the page itself follows within moments.
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: RouteError,
        children: [
          { path: paths.home, Component: HomePage },
          {
            path: paths.createVideo,
            lazy: async () => ({ Component: (await import('./routes/create-video')).CreateVideoPage }),
          },
        ],
      },
    ],
  },
]
