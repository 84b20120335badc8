import { type Chance, createChance } from './chance.ts'
import type { Ground } from './ground.ts'
import type { OpenWorld, World } from './world.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly steps: number
  readonly ground: Ground
  readonly open: OpenWorld
  readonly signal?: AbortSignal
  readonly write: (line: string) => void
}

export interface Outcome {
  // How many were taken: fewer than asked for where an invariant broke or somebody said stop.
  readonly steps: number
  readonly isBroken: boolean
}

const stepMillisecondsMax = 3_600_000

// Lets things happen, one after another, and asks after each whether all that must hold holds.
export async function simulate(options: SimulationOptions): Promise<Outcome> {
  const { seed, ground, signal, write } = options
  const world = await options.open(ground, createChance(`${seed}`))
  let step = 0
  while (step < options.steps && signal?.aborted !== true) {
    step += 1
    // Each step draws from a chance of its own, so that what one draws doesn't shift the others.
    const chance = createChance(`${seed}/${step}`)
    ground.clock.advance(chance.whole(0, stepMillisecondsMax))
    const { line, faults } = await happen(world, chance)
    write(`${String(step).padStart(5)}  ${ground.clock.now().toISOString()}  ${line}`)
    const broken = [...faults, ...(await brokenInvariants(world))]
    for (const fault of broken) write(`       BROKEN  ${fault}`)
    if (broken.length > 0) return { steps: step, isBroken: true }
  }
  return { steps: step, isBroken: false }
}

// An error that no operation expects is a finding as well.
async function happen({ operations }: World, chance: Chance): Promise<Happening> {
  try {
    return { line: await chance.weighted(operations).run(chance), faults: [] }
  } catch (error) {
    return { line: 'an operation failed', faults: [String(error)] }
  }
}

interface Happening {
  readonly line: string
  readonly faults: readonly string[]
}

export async function brokenInvariants({ invariants }: World): Promise<string[]> {
  const found: string[] = []
  for (const invariant of invariants) {
    const faults = await invariant.faults()
    found.push(...faults.map((fault) => `${invariant.name}: ${fault}`))
  }
  return found
}
