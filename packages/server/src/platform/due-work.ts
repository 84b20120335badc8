import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from './database/db-types.gen.ts'

/**
 * Time-triggered work of a domain. In real time a schedule runs it; for an organization whose clock
 * was advanced the clock runs it, and the schedule skips that organization.
 */
export interface DueWork {
  /**
   * Runs in the transaction that first freezes an organization's clock: from then on only the clock
   * triggers work there.
   */
  leaveRealTime?(tx: Transaction<Tables>, organizationId: Id<'organization'>): Promise<void>
  /**
   * The next due time after the organization's instant, or null. Overdue work that was already
   * tried should be excluded, because it would hide later due times.
   */
  nextDue(organizationId: Id<'organization'>): Promise<Date | null>
  /**
   * Does everything due at the organization's instant, in order, waiting for locked rows; only work
   * that can't be done yet remains due.
   */
  run(organizationId: Id<'organization'>): Promise<void>
}
