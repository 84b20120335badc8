import type { Hooks } from '../../../platform/hooks.ts'
import { countAllEvents, forgetCounted } from '../store/count-events.ts'
import { takeDefinitions } from '../store/locks.ts'
import { compileMeter } from './compile-meter.ts'
import { refuseRemoved } from './refuse-removed.ts'

/**
 * A meter counts what happened since it counts, from the same moment. Events that are being ingested
 * are waited for, and later ones find the meter as it is now. One that would count events which are no
 * longer kept is refused.
 */
export const countWithMeter: Hooks['onMeterDefined'][number] = async ({ tx }, meter) => {
  const { organizationId, countsFrom: start } = meter
  await takeDefinitions(tx, organizationId)
  await refuseRemoved(tx, { organizationId, start, loc: ['body', 'counts_from'] })
  await forgetCounted(tx, meter)
  await countAllEvents(tx, compileMeter(meter))
}
