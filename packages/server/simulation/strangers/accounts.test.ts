import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { isFullRun } from '../../test/full-run.ts'
import { testServer } from '../../test/server.ts'
import { createChance } from '../chance.ts'
import { accountActs, signUpAs } from './account-acts.ts'
import { accountFaults, guildRowsOf } from './account-laws.ts'
import { bossOf, openGuild } from './guild.ts'

const db = testDatabase()
const seeds = Array.from({ length: isFullRun ? 30 : 4 }, (_, at) => at + 1)
const server = testServer(db, { GUILDHALL_ADMIN_EMAILS: seeds.map(bossOf).join(',') })
const steps = 20

it.each(seeds)(
  'nobody is taken for somebody whom they have not proved to be, seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const guild = await openGuild(server.current, seed)
    const before = await guildRowsOf(guild)
    // Two members, an invitation, and three people with a password.
    expect(before.size).toBe(9)
    const acts = accountActs(guild)
    // Without accounts that have these addresses, the acts could show nothing.
    await signUpAs(guild, guild.invited)
    await signUpAs(guild, guild.boss)
    const transcript: string[] = []
    for (let step = 1; step <= steps; step += 1) {
      const chance = createChance(`${seed}/${step}`)
      transcript.push(await chance.weighted(acts).run(chance))
      const faults = await accountFaults(guild, before)
      expect({ faults, transcript }).toEqual({ faults: [], transcript })
    }
  },
)
