import { accept } from '../../src/kernel/refusal.ts'
import type { NewEvent } from '../../src/platform/outbox/record.ts'
import type { Work } from '../../src/platform/work.ts'
import type { JarFault } from './faults.ts'
import { decideMint, decideTransfer, type JarChange } from './rules.ts'
import { type GuildId, lockJars, readJars, saveJars } from './store.ts'

export interface Transfer {
  readonly guild: GuildId
  readonly from: string
  readonly to: string
  readonly coins: number
  // Called when the jars are locked and nothing is written yet.
  readonly pause?: () => Promise<void>
  readonly fault: JarFault | null
}

export async function transfer(work: Work, order: Transfer): Promise<void> {
  const { guild, coins, fault } = order
  const find = fault === 'unlocked-jars' ? readJars : lockJars
  const [from, to] = await find(work.tx, guild, [order.from, order.to])
  await order.pause?.()
  if (from === undefined || to === undefined) return
  const changes = accept(decideTransfer(from, to, coins))
  await saveJars(work.tx, guild, changes)
  if (fault === 'forgotten-events' && coins % 5 === 0) return
  work.record(...changes.map((change) => jarChanged(guild, change)))
}

export async function mint(work: Work, guild: GuildId, id: string, coins: number): Promise<void> {
  const [jar] = await lockJars(work.tx, guild, [id])
  if (jar === undefined) return
  const changes = decideMint(jar, coins)
  await saveJars(work.tx, guild, changes)
  work.record(...changes.map((change) => jarChanged(guild, change)))
}

const jarChanged = (organizationId: GuildId, { jar, change }: JarChange): NewEvent => ({
  name: 'jar.changed',
  organizationId,
  object: { type: 'jar', id: jar.id, version: jar.version },
  payload: { coins: jar.coins, change },
})
