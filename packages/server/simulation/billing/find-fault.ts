import { tamperOf } from './faults.ts'
import type { BillingGround } from './shop.ts'
import { type Broken, tellStories } from './story.ts'

interface Search {
  readonly fault: string
  readonly seeds: readonly number[]
  readonly steps: number
}

const worldsAtOnce = 4

/** The first world in which a planted fault shows; null where it shows in none. */
export async function findFault(
  ground: BillingGround,
  { fault, seeds, steps }: Search,
): Promise<Broken | null> {
  const tamper = tamperOf(fault)
  if (tamper === null) throw new Error(`there is no fault "${fault}"`)
  for (let from = 0; from < seeds.length; from += worldsAtOnce) {
    const some = seeds.slice(from, from + worldsAtOnce)
    const [found] = await tellStories(ground, some, { steps, tamper })
    if (found !== undefined) return found
  }
  return null
}
