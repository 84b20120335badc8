import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { LimitDeps } from '../actions/deps.ts'
import { deleteReservations } from '../store/reservations.ts'

const keptMilliseconds = 7 * 24 * 60 * 60 * 1000

/** A week after a reservation has expired, no client asks for it any more. */
export const deleteOldReservations: JobDefinition<LimitDeps> = schedule({
  name: 'limits.delete_reservations',
  cron: '23 * * * *',
  async run({ uowFactory, clock }: LimitDeps, { signal }) {
    const before = new Date(clock.now().getTime() - keptMilliseconds)
    while (!signal.aborted) {
      if ((await deleteReservations(uowFactory.database.kysely, before)) === 0) return
    }
  },
})
