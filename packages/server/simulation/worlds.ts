import { balanceOperations } from './balance-operations.ts'
import { benefitOperations } from './benefit-operations.ts'
import { createChance } from './chance.ts'
import { faultsAtRest, faultsOf } from './check-invariants.ts'
import { customerOperations, subscribeAll } from './customer-operations.ts'
import { earlyOperations } from './early-operations.ts'
import { movingCustomers } from './moving-customers.ts'
import { payers } from './payers.ts'
import { sellerOperations } from './seller-operations.ts'
import { type BillingEnvironment, openShop, type Shop, withOwnClock } from './shop.ts'
import type { Tamper } from './tampering.ts'
import { closeShop, runToRest, timeOperations } from './time-operations.ts'
import { usageOperations } from './usage-operations.ts'
import { waitingChanges } from './waiting-changes.ts'

export interface WorldOptions {
  readonly steps: number
  readonly tamper: Tamper
  readonly write: (line: string) => void
  /** Whether invariants are checked after each step, and not only at the end. */
  readonly isClose: boolean
}

interface WorldRun {
  readonly seed: number
  /** Null if it couldn’t be opened. */
  readonly shop: Shop | null
  /** Found while it ran. */
  readonly faults: readonly string[]
}

export interface BrokenWorld {
  readonly seed: number
  readonly faults: readonly string[]
}

const worldsAtOnce = 25

/**
 * Runs small independent worlds on a shared database. In each one a shop opens, the seed decides
 * what happens, and at the end all due work is run. Returns the worlds in which an invariant is
 * broken.
 */
export async function runWorlds(
  environment: BillingEnvironment,
  seeds: readonly number[],
  options: Partial<WorldOptions> & Pick<WorldOptions, 'steps'>,
): Promise<readonly BrokenWorld[]> {
  const complete = {
    tamper: (text: string) => text,
    write: () => undefined,
    isClose: false,
    ...options,
  }
  const broken: BrokenWorld[] = []
  for (let from = 0; from < seeds.length; from += worldsAtOnce) {
    const runs: WorldRun[] = []
    for (const seed of seeds.slice(from, from + worldsAtOnce)) {
      runs.push(await runWorld(environment, seed, complete))
    }
    broken.push(...(await brokenOf(environment, runs)))
  }
  return broken
}

async function brokenOf(
  environment: BillingEnvironment,
  runs: readonly WorldRun[],
): Promise<BrokenWorld[]> {
  const rested = runs.flatMap(({ shop, faults }) =>
    shop === null || faults.length > 0 ? [] : shop,
  )
  const found = await faultsAtRest(environment, rested)
  return runs.flatMap(({ seed, shop, faults }) => {
    const all = [...faults, ...((shop && found.get(shop.organizationId)) ?? [])]
    return all.length === 0 ? [] : { seed, faults: all }
  })
}

const stepMillisecondsMax = 3_600_000
const dayMilliseconds = 86_400_000

async function runWorld(
  shared: BillingEnvironment,
  seed: number,
  options: WorldOptions,
): Promise<WorldRun> {
  const chance = createChance(`${seed}`)
  const environment = withOwnClock(shared)
  environment.clock.advance(chance.whole(0, 1500) * dayMilliseconds)
  let shop: Shop | null = null
  try {
    shop = await openShop(environment, chance, options.tamper)
    const faults = await runSteps(shop, seed, options)
    if (faults.length === 0) await runToRest(shop, chance)
    return { seed, shop, faults }
  } catch (error) {
    // An unexpected error is a finding as well.
    return { seed, shop, faults: [String(error)] }
  } finally {
    if (shop !== null) await closeShop(shop)
  }
}

async function runSteps(
  shop: Shop,
  seed: number,
  { steps, write, isClose }: WorldOptions,
): Promise<readonly string[]> {
  const { clock } = shop.environment
  const operations = [
    ...customerOperations(shop),
    ...movingCustomers(shop),
    ...payers(shop),
    ...waitingChanges(shop),
    ...sellerOperations(shop),
    ...benefitOperations(shop),
    ...balanceOperations(shop),
    ...timeOperations(shop),
    ...usageOperations(shop),
    ...earlyOperations(shop),
  ]
  await subscribeAll(shop, createChance(`${seed}/0`))
  for (let step = 1; step <= steps; step += 1) {
    // Each step has its own chance, so that what one draws doesn't shift the others.
    const chance = createChance(`${seed}/${step}`)
    clock.advance(chance.whole(0, stepMillisecondsMax))
    const line = await chance.weighted(operations).run(chance)
    write(`${String(step).padStart(4)}  ${clock.now().toISOString()}  ${line}`)
    if (!isClose) continue
    const faults = (await faultsOf(shop.environment, [shop])).get(shop.organizationId) ?? []
    if (faults.length > 0) return faults
  }
  return []
}
