import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { paths } from '@/config/paths'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'

/** The whole address space, in product order. Every page is loaded when it is asked for. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    children: [
      {
        // Around the page and inside the layout, so that the way home stays in sight.
        ErrorBoundary: RouteError,
        // The layout stands alone while the first page's code arrives.
        HydrateFallback: () => null,
        children: [
          page(paths.home, async () => (await import('./routes/home')).HomePage),
          page(paths.createVideo, async () => {
            // The transport comes along: after a deployment it might be gone by the time Generate is pressed.
            const [page] = await Promise.all([import('./routes/create-video'), import('@/lib/http/axios-http')])
            return page.CreateVideoPage
          }),
          page(paths.videoEffects, async () => (await import('./routes/video-effects')).VideoEffectsPage),
          page(paths.pricing, async () => (await import('./routes/pricing')).PricingPage),
          page(paths.login, async () => (await import('./routes/login')).LoginPage),
          page(paths.frenchKissing, async () => (await import('./routes/french-kissing')).FrenchKissingPage),
          page(paths.asmrVideo, async () => (await import('./routes/asmr-video')).AsmrVideoPage),
          page(paths.terms, async () => (await import('./routes/terms')).TermsPage),
          page(paths.privacy, async () => (await import('./routes/privacy')).PrivacyPage),
          page(paths.refund, async () => (await import('./routes/refund')).RefundPage),
          page(paths.adminLogs, async () => (await import('./routes/admin-logs')).AdminLogsPage),
          page(paths.debug, async () => (await import('./routes/debug')).DebugPage),
          { path: paths.textToVideo, element: <Navigate to={paths.createVideo} replace /> },
          page('*', async () => (await import('./routes/not-found')).NotFoundPage),
        ],
      },
    ],
  },
]

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) }
}
