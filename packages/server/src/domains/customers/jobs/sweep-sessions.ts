import { work } from '../../../platform/work.ts'
import { dropSecrets } from '../../organizations/index.ts'
import type { CustomerParts } from '../actions/parts.ts'
import { deleteExpiredSessions, sweptSessionsMax } from '../store/customer-sessions.ts'

export const sweepCustomerSessionsTask = 'customers.sweepSessions'

/** Clears away customer sessions whose time is over, with their entries in the directory. */
export const sweepCustomerSessions =
  ({ workshop }: Pick<CustomerParts, 'workshop'>) =>
  async (): Promise<void> => {
    const sweepSome = () =>
      work(workshop, {}, async ({ tx, now }) => {
        const hashes = await deleteExpiredSessions(tx, now)
        await dropSecrets(tx, hashes)
        return hashes.length
      })
    while ((await sweepSome()) === sweptSessionsMax);
  }
