import { createFileRoute, notFound } from '@tanstack/react-router'
import { DevUiSpecimens, devUiSections } from '#/features/dev-ui/dev-ui-page.tsx'
import { Frame } from '#/features/shell/frame.tsx'
import { Page } from '#/features/shell/page.tsx'
import { Place } from '#/features/shell/place.tsx'

export const Route = createFileRoute('/dev/ui')({
  // Elsewhere the server responds with 404, but with this application as the page.
  beforeLoad() {
    if (!loopback.test(location.hostname)) throw notFound()
  },
  component: DevUi,
})

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

function DevUi() {
  return (
    <Frame name="Guildhall" place={<Place name="Guildhall" />} sections={sections}>
      <Page title="Design system">
        <DevUiSpecimens />
      </Page>
    </Frame>
  )
}

const sections = [
  {
    items: devUiSections.map(({ id, title }) => ({
      label: title,
      link: { to: '/dev/ui' as const, hash: id, activeOptions: { includeHash: true } },
    })),
  },
]
