import './lib/zod-without-eval.ts'
import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { GallerySpecimens, gallerySections } from './features/gallery/gallery.tsx'
import { Frame } from './features/shell/frame.tsx'
import { OfflineHint } from './features/shell/offline-hint.tsx'
import { Page } from './features/shell/page.tsx'
import { Place } from './features/shell/place.tsx'
import { mount } from './lib/mount.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { UiProvider } from './ui/ui-provider.tsx'

const path = '/gallery'

const sections = [
  {
    items: gallerySections.map(({ id, title }) => ({
      label: title,
      link: { to: '.' as const, hash: id, activeOptions: { includeHash: true } },
    })),
  },
]

function Gallery() {
  return (
    <>
      <Frame name="Guildhall" place={<Place name="Guildhall" />} sections={sections}>
        <Page title="Design system">
          <GallerySpecimens />
        </Page>
      </Frame>
      <OfflineHint />
    </>
  )
}

/** The command palette leads to pages of the application, which is another document. */
function OtherDocument() {
  useEffect(() => location.reload(), [])
  return null
}

const rootRoute = createRootRoute({ notFoundComponent: OtherDocument })
const galleryRoute = createRoute({ getParentRoute: () => rootRoute, path, component: Gallery })
const router = createRouter({ routeTree: rootRoute.addChildren([galleryRoute]) })

mount(
  <QueryClientProvider client={createQueryClient(() => undefined)}>
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  </QueryClientProvider>,
)
