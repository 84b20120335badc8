import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'

export const Route = createFileRoute('/dashboard/$slug/$')({
  beforeLoad: () => {
    throw notFound()
  },
  notFoundComponent: () => <NotFoundPage />,
})
