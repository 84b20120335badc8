import { NotFoundPage } from '#/features/shell/not-found-page.tsx'

export function EndpointNotFound() {
  return (
    <NotFoundPage title="Webhook endpoint not found">
      It may have been deleted, or the link may be wrong.
    </NotFoundPage>
  )
}
