import { NotFoundPage } from '../../../../../features/shell/not-found-page.tsx'

export function NoSuchEndpoint() {
  return (
    <NotFoundPage title="There is no such webhook endpoint">
      It may have been deleted, or the link is mistyped.
    </NotFoundPage>
  )
}
