import { work } from '../../../platform/work.ts'
import type { BenefitParts } from '../actions/parts.ts'
import { deleteExpiredConnections } from '../store/github-connections.ts'
import { deleteExpiredRoundTrips } from '../store/round-trips.ts'

export const sweepConnectionsTask = 'benefits.sweepConnections'

/** Clears away what nobody can use any more, tokens of people at GitHub first of all. */
export const sweepConnections =
  ({ workshop }: Pick<BenefitParts, 'workshop'>) =>
  async (): Promise<void> => {
    await work(workshop, {}, async ({ tx, now }) => {
      await deleteExpiredConnections(tx, now)
      await deleteExpiredRoundTrips(tx, now)
    })
  }
