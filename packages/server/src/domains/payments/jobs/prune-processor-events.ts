import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { deleteProcessorEvents } from '../store/processor-events.ts'

type Deps = Pick<PaymentDeps, 'uowFactory' | 'clock'>

/** Processors repeat an event for days, not for weeks. */
const storedMilliseconds = 30 * 86_400_000

export const pruneProcessorEvents: JobDefinition<Deps> = schedule({
  name: 'payments.prune_processor_events',
  cron: '19 4 * * *',
  run: ({ uowFactory, clock }: Deps) =>
    deleteProcessorEvents(
      uowFactory.database.kysely,
      new Date(clock.now().getTime() - storedMilliseconds),
    ),
})
