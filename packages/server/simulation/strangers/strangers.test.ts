import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { isFullRun } from '../../test/full-run.ts'
import { testServer } from '../../test/server.ts'
import { createChance } from '../chance.ts'
import { buy, strangersActs } from './acts.ts'
import { belongingsOf, strangersFaults } from './laws.ts'
import { openTown } from './town.ts'

const db = testDatabase()
const server = testServer(db)

const seeds = Array.from({ length: isFullRun ? 30 : 4 }, (_, at) => at + 1)
const steps = 12

// Over HTTP, because the law is about what the doors give away.
it.each(seeds)(
  'nobody sees or changes what was not given to a proved self, seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const town = await openTown(server.current)
    const before = await belongingsOf(town)
    expect(before.size).toBeGreaterThanOrEqual(town.victims.length * 3)
    const acts = strangersActs(town)
    // Without a session that a typed address opened, the acts could show nothing.
    await buy(town, town.sample, town.victims[0].email)
    expect(town.purchases).toHaveLength(1)
    const transcript: string[] = []
    for (let step = 1; step <= steps; step += 1) {
      const chance = createChance(`${seed}/${step}`)
      transcript.push(await chance.weighted(acts).run(chance))
      const faults = await strangersFaults(town, before)
      expect({ faults, transcript }).toEqual({ faults: [], transcript })
    }
  },
)
