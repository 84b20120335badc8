export type { PortalParts } from './actions/parts.ts'
