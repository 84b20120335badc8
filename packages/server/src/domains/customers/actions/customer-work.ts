import { Problem } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { type StandingSession, standingOfSession } from '../store/standing-sessions.ts'
import type { CustomerParts } from './parts.ts'

/**
 * A unit of work of a customer, in the time of the organization. Whether they are let in is asked
 * again in its transaction: they may have been deleted meanwhile.
 */
export const customerWork = <T>(
  parts: Pick<CustomerParts, 'workshop'>,
  caller: StandingSession,
  task: (work: Work) => Promise<T>,
): Promise<T> =>
  work(
    parts.workshop,
    {
      organizationId: caller.organizationId,
      actor: { type: 'customer', id: caller.customerId },
      enter: async (tx) => {
        const standing = await standingOfSession(tx, caller)
        if (standing === undefined) throw new Problem('invalid_customer_session')
        return standing.frozenAt
      },
    },
    task,
  )
