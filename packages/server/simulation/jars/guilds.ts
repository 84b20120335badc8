import { id } from '@guildhall/contract/primitives'
import { work } from '../../src/platform/work.ts'
import type { Chance } from '../chance.ts'
import type { Ground } from '../ground.ts'
import type { JarFault } from './faults.ts'
import { type GuildId, insertJar, jarTables } from './store.ts'

// What the simulation itself knows of the world: what was acknowledged, and nothing else.
export interface Guild {
  readonly name: string
  readonly id: GuildId
  readonly jars: readonly KnownJar[]
}

export interface KnownJar {
  readonly name: string
  readonly id: string
  coins: number
}

export interface Jars {
  readonly ground: Ground
  readonly guilds: readonly Guild[]
  readonly fault: JarFault | null
}

export async function foundGuilds(
  ground: Ground,
  chance: Chance,
  fault: JarFault | null,
): Promise<Jars> {
  await ground.own(jarTables)
  const guilds = numbered('guild', chance.whole(2, 3)).map((name) => knownGuild(name, chance))
  for (const guild of guilds) {
    await work(ground.workshop, {}, async ({ tx }) => {
      for (const jar of guild.jars) await insertJar(tx, guild.id, jar.id)
    })
  }
  return { ground, guilds, fault }
}

function knownGuild(name: string, chance: Chance): Guild {
  const names = numbered('jar', chance.whole(2, 5))
  const jars = names.map((jar) => ({ name: jar, id: chance.uuid(), coins: 0 }))
  return { name, id: id('organization').parse(chance.uuid()), jars }
}

const numbered = (noun: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${noun} ${at + 1}`)
