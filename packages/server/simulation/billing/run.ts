import { randomInt } from 'node:crypto'
import { startMigratedCluster, type TestCluster } from '../../test/cluster.ts'
import { onFreshGround } from '../fresh-ground.ts'
import { type BillingArguments, readBillingArguments } from './arguments.ts'
import { billingFaults, tamperOf } from './faults.ts'
import { findFault } from './find-fault.ts'
import { openBillingGround } from './shop.ts'
import { tellStories } from './story.ts'

type Write = (line: string) => void

/** Answers what the process is to end with. */
export async function runBilling(given: readonly string[], write: Write): Promise<number> {
  const wish = readBillingArguments(given)
  const cluster = await startMigratedCluster()
  try {
    return await (wish.areFaultsPlanted
      ? plantFaults(cluster, wish, write)
      : tellAll(cluster, wish, write))
  } finally {
    await cluster.stop()
  }
}

const seedsAtOnce = 100

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at)

async function tellAll(
  cluster: TestCluster,
  { seed, seeds, steps, fault }: BillingArguments,
  write: Write,
): Promise<number> {
  const first = seed ?? randomInt(1_000_000)
  write(`${seeds} worlds from seed ${first}, ${steps} steps each`)
  const tamper = fault === null ? null : tamperOf(fault)
  const isOne = seeds === 1
  for (let told = 0; told < seeds; told += seedsAtOnce) {
    const some = seedsFrom(first + told, Math.min(seedsAtOnce, seeds - told))
    const broken = await onFreshGround(cluster, (ground) =>
      tellStories(openBillingGround(ground), some, {
        steps,
        isClose: isOne,
        ...(isOne && { write }),
        ...(tamper !== null && { tamper }),
      }),
    )
    for (const { seed: at, faults } of broken) {
      for (const found of faults) write(`BROKEN  ${found}`)
      const planted = fault === null ? '' : ` --fault "${fault}"`
      const replay = `--seed ${at} --seeds 1 --steps ${steps}${planted}`
      write(`replay with: npm run simulate -- billing ${replay}`)
    }
    if (broken.length > 0) return 1
    write(`${told + some.length} worlds kept their laws`)
  }
  return 0
}

async function plantFaults(
  cluster: TestCluster,
  { seed, seeds, steps }: BillingArguments,
  write: Write,
): Promise<number> {
  let missed = 0
  for (const fault of billingFaults) {
    const found = await onFreshGround(cluster, (ground) =>
      findFault(openBillingGround(ground), { fault, seeds: seedsFrom(seed ?? 1, seeds), steps }),
    )
    if (found === null) missed += 1
    const how = found === null ? 'not found' : `seed ${found.seed}: ${found.faults[0]}`
    write(`${fault}: ${how}`)
  }
  write(`${billingFaults.length - missed} of ${billingFaults.length} faults were found`)
  return missed === 0 ? 0 : 1
}
