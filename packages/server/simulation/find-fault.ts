import { tamperOf } from './faults.ts'
import type { BillingEnvironment } from './shop.ts'
import { type BrokenWorld, runWorlds } from './worlds.ts'

interface Search {
  readonly fault: string
  readonly seeds: readonly number[]
  readonly steps: number
}

const worldsAtOnce = 4

/** The first world in which the invariants reveal a planted fault; null if none does. */
export async function findFault(
  environment: BillingEnvironment,
  { fault, seeds, steps }: Search,
): Promise<BrokenWorld | null> {
  const tamper = tamperOf(fault)
  if (tamper === null) throw new Error(`there is no fault "${fault}"`)
  for (let from = 0; from < seeds.length; from += worldsAtOnce) {
    const some = seeds.slice(from, from + worldsAtOnce)
    const [found] = await runWorlds(environment, some, { steps, tamper })
    if (found !== undefined) return found
  }
  return null
}
