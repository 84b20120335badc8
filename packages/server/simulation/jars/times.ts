import { organizationTime } from '../../src/platform/clock.ts'
import { work } from '../../src/platform/work.ts'
import type { Chance } from '../chance.ts'
import type { Operation } from '../world.ts'
import type { Jars } from './guilds.ts'

export const timeOperations = (jars: Jars): Operation[] => [
  { weight: 1, run: (chance) => jump(jars, chance) },
  { weight: 2, run: (chance) => advanceGuild(jars, chance) },
]

const dayMilliseconds = 86_400_000

async function jump({ ground }: Jars, chance: Chance): Promise<string> {
  const days = chance.whole(1, 400)
  ground.clock.advance(days * dayMilliseconds)
  return `${days} days go by`
}

// The guild is a sandbox: its clock goes ahead and stands still there.
async function advanceGuild({ ground, guilds }: Jars, chance: Chance): Promise<string> {
  const { id, name } = chance.pick(guilds)
  const days = chance.whole(1, 400)
  await work(ground.workshop, {}, async ({ tx }) => {
    const now = await organizationTime(tx, id, ground.clock)
    const frozenAt = new Date(now.getTime() + days * dayMilliseconds)
    await tx
      .insertInto('organizationClock')
      .values({ organizationId: id, frozenAt })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ frozenAt }))
      .execute()
  })
  return `the clock of ${name} is advanced by ${days} days`
}
