import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from './database/db-types.gen.ts'

/**
 * What a domain does because its time has come. In real time a schedule looks after it; where an
 * organization's clock was advanced that clock does, and the schedule leaves it alone.
 */
export interface DueWork {
  /**
   * In the transaction that stops an organization's clock for the first time: from here on only
   * the clock makes anything due there.
   */
  leaveRealTime?(tx: Transaction<Tables>, organizationId: Id<'organization'>): Promise<void>
  /**
   * When the next of it falls due after the organization's instant; null where nothing will. What
   * is overdue and was run already is better left out, because it hides what comes.
   */
  nextDue(organizationId: Id<'organization'>): Promise<Date | null>
  /**
   * Does all that is due at the organization's instant, in order, waits for what others have taken,
   * and leaves nothing due behind but what can't be done now.
   */
  run(organizationId: Id<'organization'>): Promise<void>
}
