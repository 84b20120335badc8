export { createCustomer } from './actions/create-customer.ts'
export type { CustomerParts } from './actions/parts.ts'
export { customerTimeline, type TimelineTypes } from './rules/timeline.ts'
