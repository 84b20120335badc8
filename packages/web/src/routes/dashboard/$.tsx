import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '../../features/shell/not-found-page.tsx'

/** An organization one isn't a member of answers like one that doesn't exist. */
export const Route = createFileRoute('/dashboard/$')({
  beforeLoad: () => {
    throw notFound()
  },
  notFoundComponent: () => (
    <NotFoundPage title="There is no such organization">
      It may have another address now, or you aren’t a member of it.
    </NotFoundPage>
  ),
})
