import { randomInt } from 'node:crypto'
import { startMigratedCluster, type TestCluster } from '../test/cluster.ts'
import { type Arguments, readArguments } from './arguments.ts'
import { billingFaults, tamperOf } from './faults.ts'
import { findFault } from './find-fault.ts'
import { inFreshEnvironment } from './fresh-environment.ts'
import { openBillingEnvironment } from './shop.ts'
import { runWorlds } from './worlds.ts'

type Write = (line: string) => void

/** Returns the exit code. */
export async function runSimulation(given: readonly string[], write: Write): Promise<number> {
  const options = readArguments(given)
  const cluster = await startMigratedCluster()
  try {
    return await (options.areFaultsPlanted
      ? plantFaults(cluster, options, write)
      : runSeeds(cluster, options, write))
  } finally {
    await cluster.stop()
  }
}

const seedsAtOnce = 100

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at)

async function runSeeds(
  cluster: TestCluster,
  { seed, seeds, steps, fault }: Arguments,
  write: Write,
): Promise<number> {
  const first = seed ?? randomInt(1_000_000)
  write(`${seeds} worlds from seed ${first}, ${steps} steps each`)
  const tamper = fault === null ? null : tamperOf(fault)
  const isOne = seeds === 1
  for (let done = 0; done < seeds; done += seedsAtOnce) {
    const some = seedsFrom(first + done, Math.min(seedsAtOnce, seeds - done))
    const broken = await inFreshEnvironment(cluster, (environment) =>
      runWorlds(openBillingEnvironment(environment), some, {
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
      write(`replay with: npm run simulate -- ${replay}`)
    }
    if (broken.length > 0) return 1
    write(`the invariants held in ${done + some.length} worlds`)
  }
  return 0
}

async function plantFaults(
  cluster: TestCluster,
  { seed, seeds, steps }: Arguments,
  write: Write,
): Promise<number> {
  let missed = 0
  for (const fault of billingFaults) {
    const found = await inFreshEnvironment(cluster, (environment) =>
      findFault(openBillingEnvironment(environment), {
        fault,
        seeds: seedsFrom(seed ?? 1, seeds),
        steps,
      }),
    )
    if (found === null) missed += 1
    const how = found === null ? 'not found' : `seed ${found.seed}: ${found.faults[0]}`
    write(`${fault}: ${how}`)
  }
  write(`${billingFaults.length - missed} of ${billingFaults.length} faults were found`)
  return missed === 0 ? 0 : 1
}
