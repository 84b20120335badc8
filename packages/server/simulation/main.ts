import { randomInt } from 'node:crypto'
import { startMigratedCluster } from '../test/cluster.ts'
import { type Arguments, readArguments, replayCommand } from './arguments.ts'
import { runBilling } from './billing/run.ts'
import { onFreshGround } from './fresh-ground.ts'
import { openJars } from './jars/world.ts'
import { simulate } from './simulate.ts'

// npm run simulate -- --seed 7 --steps 200
// npm run simulate -- billing --seeds 10000
try {
  const [world, ...given] = process.argv.slice(2)
  process.exitCode =
    world === 'billing'
      ? await runBilling(given, write)
      : await run(readArguments(process.argv.slice(2)))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message.split('\n')[0]}\n`)
  process.exitCode = 2
}

async function run(given: Arguments): Promise<number> {
  const { fault } = given
  const seed = given.seed ?? randomInt(1_000_000)
  write(`seed ${seed}, ${given.steps} steps${fault === null ? '' : `, planted fault: ${fault}`}`)
  const cluster = await startMigratedCluster()
  try {
    const options = { ...given, seed, open: openJars(fault), signal: interruption(), write }
    const { steps, isBroken } = await onFreshGround(cluster, (ground) =>
      simulate({ ...options, ground }),
    )
    write(
      isBroken
        ? `broken; replay with: ${replayCommand({ seed, steps, fault })}`
        : `all invariants held for ${steps} steps`,
    )
    return isBroken ? 1 : 0
  } finally {
    await cluster.stop()
  }
}

// Ctrl-C ends the run after the step under way, so that the database is stopped as well.
function interruption(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  return controller.signal
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
