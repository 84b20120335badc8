import './lib/zod-without-eval.ts'
import './styles/app.css'
import { enterByLink } from './features/portal/kept-session.ts'
import { PortalPages } from './features/portal/portal-pages.tsx'
import { OfflineHint } from './features/shell/offline-hint.tsx'
import { mount } from './lib/mount.tsx'
import { LightUiProvider } from './ui/light-ui-provider.tsx'
import { readClock } from './ui/use-now.ts'

enterByLink(window.location, readClock())

mount(
  <LightUiProvider>
    <PortalPages path={window.location.pathname} />
    <OfflineHint />
  </LightUiProvider>,
)
