import { refuse } from '../../../kernel/refusal.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import { wasBilled } from '../store/settled-usage.ts'

/** An invoice stays what its meter counted. */
export const refuseBilledMeter: Hooks['meterRedefinitionBlockers'][number] = async (tx, meter) =>
  (await wasBilled(tx, meter)) ? refuse('meter_billed') : null
