import './lib/zod-without-eval.ts'
import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { sessionQuery } from './entities/account/session.ts'
import { ErrorPage } from './features/shell/error-page.tsx'
import { NotFoundPage } from './features/shell/not-found-page.tsx'
import { mount } from './lib/mount.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { stayOffline } from './lib/stay-offline.ts'
import { routeTree } from './route-tree.gen.ts'
import { UiProvider } from './ui/ui-provider.tsx'

const queryClient = createQueryClient(noticeSignOut)

const skeletonAfterMilliseconds = 150

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingMs: skeletonAfterMilliseconds,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: () => <NotFoundPage />,
})

/**
 * A session that ended in another tab is noticed at the next refusal; the guards then redirect to
 * sign-in.
 */
function noticeSignOut() {
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return
  queryClient.setQueryData(sessionQuery.queryKey, null)
  router.invalidate().catch(reportError)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

stayOffline()
mount(
  <QueryClientProvider client={queryClient}>
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  </QueryClientProvider>,
)
