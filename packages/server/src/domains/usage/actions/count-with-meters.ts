import type { Hooks } from '../../../platform/hooks.ts'
import { countAllEvents, forgetCounted } from '../store/count-events.ts'
import { takeDefinitions } from '../store/locks.ts'
import { compileMeter } from './compile-meter.ts'

/**
 * A meter counts what happened since it counts, from the same moment. Events that are being ingested
 * are waited for, and later ones find the meter as it is now.
 */
export const countWithMeter: Hooks['onMeterDefined'][number] = async ({ tx }, meter) => {
  await takeDefinitions(tx, meter.organizationId)
  await forgetCounted(tx, meter)
  await countAllEvents(tx, compileMeter(meter))
}
