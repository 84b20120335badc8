export type { CustomerParts } from './actions/parts.ts'
