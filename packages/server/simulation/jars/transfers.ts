import { Problem } from '../../src/kernel/refusal.ts'
import { isConnectionLoss } from '../../src/platform/database/failures.ts'
import { work } from '../../src/platform/work.ts'
import { createGate } from '../../test/gate.ts'
import type { Chance } from '../chance.ts'
import { breakConnection, SimulatedCrash } from '../crash.ts'
import { untilBlocked } from '../interleaving.ts'
import type { Operation } from '../world.ts'
import { mint, type Transfer, transfer } from './actions.ts'
import type { Guild, Jars, KnownJar } from './guilds.ts'

export const transferOperations = (jars: Jars): Operation[] => [
  { weight: 6, run: (chance) => mintCoins(jars, chance) },
  { weight: 8, run: (chance) => transferCoins(jars, chance) },
  { weight: 2, run: (chance) => abortTransfer(jars, chance) },
  { weight: 1, run: (chance) => loseConnection(jars, chance) },
  { weight: 3, run: (chance) => raceTwo(jars, chance) },
  { weight: 2, run: (chance) => crowd(jars, chance) },
]

interface Order {
  readonly guild: Guild
  readonly from: KnownJar
  readonly to: KnownJar
  readonly coins: number
}

type Result = 'done' | 'refused' | 'crashed'

async function mintCoins({ ground, guilds }: Jars, chance: Chance): Promise<string> {
  const guild = chance.pick(guilds)
  const jar = chance.pick(guild.jars)
  const coins = chance.whole(20, 150)
  await work(ground.workshop, { organizationId: guild.id }, (unit) =>
    mint(unit, guild.id, jar.id, coins),
  )
  jar.coins += coins
  return `mint ${coins} into ${jar.name} of ${guild.name}`
}

async function transferCoins(jars: Jars, chance: Chance): Promise<string> {
  const order = drawOrder(jars, chance)
  return `transfer ${told(order)}: ${await carryOut(jars, order)}`
}

async function abortTransfer(jars: Jars, chance: Chance): Promise<string> {
  const order = drawOrder(jars, chance)
  const result = await carryOut(jars, order, { after: crash })
  return `transfer ${told(order)}, aborted at its end: ${result}`
}

async function loseConnection(jars: Jars, chance: Chance): Promise<string> {
  const order = drawOrder(jars, chance)
  const result = await carryOut(jars, order, { after: breakConnection })
  return `transfer ${told(order)}, connection lost at its end: ${result}`
}

async function raceTwo(jars: Jars, chance: Chance): Promise<string> {
  const first = drawOrder(jars, chance)
  const second = { ...first, coins: chance.whole(1, 40) }
  const results = await allBehindFirst(jars, [first, second], chance.oneIn(3) ? crash : null)
  return `race of ${told(first)} with ${second.coins} more: ${results.join(', ')}`
}

// Nobody decides who comes second, so all ask for the same: how many succeed doesn't depend on it.
async function crowd(jars: Jars, chance: Chance): Promise<string> {
  const order = { ...drawOrder(jars, chance), coins: chance.whole(1, 20) }
  const size = chance.whole(2, 8)
  const others = Array<Order>(size - 1).fill(order)
  const results = await allBehindFirst(jars, [order, ...others])
  const done = results.filter((result) => result === 'done').length
  return `crowd of ${size}, each ${told(order)}: ${done} done`
}

// The others begin while the first holds the jars, so they have to wait for what becomes of them.
async function allBehindFirst(
  jars: Jars,
  [first, ...others]: readonly [Order, ...Order[]],
  end: typeof crash | null = null,
): Promise<Result[]> {
  const held = createGate()
  const free = createGate()
  const pause = async (): Promise<void> => {
    held.open()
    await free.passed
    await end?.()
  }
  const firstResult = carryOut(jars, first, { pause })
  await Promise.race([held.passed, firstResult])
  const otherResults = Promise.all(others.map((order) => carryOut(jars, order)))
  await untilBlocked(jars.ground.database, otherResults)
  free.open()
  const [result, results] = await Promise.all([firstResult, otherResults])
  return [result, ...results]
}

function drawOrder({ guilds }: Jars, chance: Chance): Order {
  const guild = chance.pick(guilds)
  const from = chance.pick(guild.jars)
  const to = chance.pick(guild.jars.filter((jar) => jar !== from))
  return { guild, from, to, coins: chance.whole(1, 40) }
}

const told = ({ guild, from, to, coins }: Order): string =>
  `${coins} from ${from.name} to ${to.name} of ${guild.name}`

interface Interruption {
  readonly pause?: Transfer['pause']
  readonly after?: typeof breakConnection
}

async function carryOut(
  { ground, fault }: Jars,
  { guild, from, to, coins }: Order,
  { pause, after }: Interruption = {},
): Promise<Result> {
  const ids = { guild: guild.id, from: from.id, to: to.id }
  try {
    await work(ground.workshop, { organizationId: guild.id }, async (unit) => {
      await transfer(unit, { ...ids, coins, fault, ...(pause && { pause }) })
      await after?.(unit.tx)
    })
  } catch (error) {
    if (error instanceof Problem) return 'refused'
    if (error instanceof SimulatedCrash) return 'crashed'
    if (after === breakConnection && isConnectionLoss(error)) return 'crashed'
    throw error
  }
  from.coins -= coins
  to.coins += coins
  return 'done'
}

async function crash(): Promise<void> {
  throw new SimulatedCrash()
}
