export type { PortalDeps } from './actions/deps.ts'
