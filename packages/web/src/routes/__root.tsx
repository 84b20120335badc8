import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ImpersonationBanner } from '#/features/shell/impersonation-banner.tsx'
import { OfflineHint } from '#/features/shell/offline-hint.tsx'
import { useFocusOnNavigation } from '#/features/shell/use-focus-on-navigation.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
})

function Root() {
  useFocusOnNavigation()
  return (
    <div className="has-[>[aria-label=Impersonation]]:[--sticky-top:2.75rem]">
      <ImpersonationBanner />
      <Outlet />
      <OfflineHint />
    </div>
  )
}
