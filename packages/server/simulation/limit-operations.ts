import type { Id } from '@guildhall/contract/primitives'
import { openDecisions } from '../src/domains/limits/actions/decide-requests.ts'
import { setLimit } from '../src/domains/limits/actions/set-limit.ts'
import { tellThresholds } from '../src/domains/limits/actions/tell-thresholds.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { depsOf, type Shop } from './shop.ts'

interface User {
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
}

/**
 * Applications that ask before they work: in two processes at once, and again after a crash. Of what
 * was left before, nothing is used twice.
 */
export async function useWithinLimits(shop: Shop, chance: Chance): Promise<string> {
  const { name, customerId } = chance.pick(shop.buyers)
  const user = { customerId, meterId: await meterOf(shop) }
  const units = chance.whole(0, 12)
  if (chance.oneIn(2)) await setUnits(shop, user, units)
  const before = await allowanceOf(shop, user)
  const batch = chance.whole(0, 1e9)
  const times = chance.whole(2, 9)
  const use = (deps: TestDeps) => useInTwoProcesses(shop, deps, { ...user, batch, times })
  const crashesAt = chance.oneIn(3) ? chance.whole(1, 30) : null
  if (crashesAt !== null) await crashing(shop, crashesAt, use)
  await use(shop.deps)
  await Promise.all([
    tellThresholds(shop.deps, [shop.organizationId]),
    tellThresholds(shop.deps, [shop.organizationId]),
  ])
  const after = await allowanceOf(shop, user)
  const used = after.consumedUnits - before.consumedUnits
  if (before.remainingUnits !== null && used > before.remainingUnits) {
    throw new Error(`${used} were used within a limit that left ${before.remainingUnits}`)
  }
  return `${name} asks for ${times} units${crashesAt === null ? '' : ', and the server crashes'}`
}

async function meterOf({ organizationId, environment }: Shop): Promise<Id<'meter'>> {
  const meter = await environment.database.kysely
    .selectFrom('meter')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('name', '=', 'Calls')
    .executeTakeFirstOrThrow()
  return meter.id
}

const setUnits = ({ deps, organizationId }: Shop, { customerId, meterId }: User, units: number) =>
  runUnitOfWork(deps.uowFactory, { organizationId }, (uow) => {
    const input = { meterId, units, isHard: true, thresholds: [50, 100] }
    return setLimit(uow, { organizationId, customerId, setBy: 'seller', input })
  })

/** As it is, whatever statements are tampered with. */
async function allowanceOf(shop: Shop, { customerId, meterId }: User) {
  const decide = openDecisions(depsOf(shop, (statement) => statement))
  const { organizationId } = shop
  const input = { customerId, meterId, units: 1 }
  const { allowance } = await decide({ kind: 'check', organizationId, input })
  if (allowance === null) throw new Error('the customer is known')
  return allowance
}

interface Use extends User {
  readonly batch: number
  readonly times: number
}

async function useInTwoProcesses(
  { organizationId }: Shop,
  deps: TestDeps,
  { customerId, meterId, batch, times }: Use,
): Promise<void> {
  const processes = [openDecisions(deps), openDecisions(deps)] as const
  const event = (at: number) => ({ name: 'call', externalId: `limited-${batch}-${at}` })
  const work = Array.from({ length: times }, async (_, at) => {
    const decide = processes[at % 2 === 0 ? 0 : 1]
    if (at % 3 !== 0) {
      const input = { event: { ...event(at), customerId, metadata: { size: 1 } } }
      await decide({ kind: 'track', organizationId, input })
      return
    }
    const asked = { customerId, meterId, units: 2, externalId: `hold-${batch}-${at}` }
    const { reservation } = await decide({
      kind: 'reserve',
      organizationId,
      input: { ...asked, expiresInSeconds: 60 },
    })
    if (reservation === null || reservation.status !== 'held') return
    const reservationId = reservation.id
    if (at === 3) await decide({ kind: 'release', organizationId, input: { reservationId } })
    else {
      const settled = { ...event(at), metadata: { size: 1 } }
      await decide({ kind: 'settle', organizationId, input: { reservationId, event: settled } })
    }
  })
  const outcomes = await Promise.allSettled(work)
  const failed = outcomes.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
