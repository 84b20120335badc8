import './lib/zod-without-eval.ts'
import { PortalPages } from './features/portal/portal-pages.tsx'
import { OfflineHint } from './features/shell/offline-hint.tsx'
import { mount } from './lib/mount.tsx'
import { LightUiProvider } from './ui/light-ui-provider.tsx'

mount(
  <LightUiProvider>
    <PortalPages path={window.location.pathname} />
    <OfflineHint />
  </LightUiProvider>,
)
