import type { TimelineTypes } from '../../../kernel/timeline.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

/** The dependencies of this domain, composed in `app/`. */
export type CustomerDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config'>

export interface CustomerChangeDeps
  extends CustomerDeps,
    Pick<Hooks, 'onCustomerChanged' | 'beforeCustomerDeletion'> {}

export interface TimelineDeps extends CustomerChangeDeps {
  /** The event types that all domains show in the timeline of a customer. */
  readonly timelineTypes: TimelineTypes
}
