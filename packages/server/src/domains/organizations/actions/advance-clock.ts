import type { Clock } from '@guildhall/contract/organizations/clock'
import type { Id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { newId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { type AdvanceWish, planAdvance } from '../rules/advance.ts'
import { type ClockLease, lockClock, saveClock, stopClock } from '../store/clocks.ts'
import { type Happening, lastSequenceOf, listHappenings } from '../store/happenings.ts'
import type { OrganizationParts } from './parts.ts'
import { type Seller, sellerWork } from './seller.ts'

export interface ClockParts extends Pick<OrganizationParts, 'workshop' | 'clock' | 'config'> {
  readonly log: Pick<Logger, 'warn'>
  /** What falls due, in the order in which it is done where it falls due at once. */
  readonly dueWork: readonly DueWork[]
}

export interface AdvancedClock extends z.output<typeof Clock> {
  readonly happened: Happening[]
}

interface Advance {
  readonly organizationId: Id<'organization'>
  readonly wish: AdvanceWish
  /** In the transaction that begins: what a repetition needs to know. */
  readonly note: (work: Work, target: Date) => Promise<void>
  readonly finish: (work: Work, answer: AdvancedClock) => Promise<AdvancedClock>
}

/** An advance that has begun. */
interface Going {
  readonly lease: ClockLease
  readonly from: Date
  readonly target: Date
  readonly sequence: number
  /** In real time. */
  readonly since: Date
}

/**
 * Advances the clock of a sandbox from one thing that falls due to the next, and does each at its
 * instant. Whatever was done is done: where it is cut off, another advance carries on from there.
 */
export async function advanceClock(
  parts: ClockParts,
  seller: Seller,
  advance: Advance,
): Promise<AdvancedClock> {
  const { organizationId, finish } = advance
  const going = await sellerWork(parts, seller, organizationId, (unit) =>
    begin(unit, parts, advance),
  )
  const beat = startHeartbeat(parts, going.lease)
  try {
    await goOn(parts, going)
    const happened = await listHappenings(parts.workshop.database.kysely, {
      ...going,
      organizationId,
    })
    return await sellerWork(parts, seller, organizationId, async (unit) => {
      await end(unit, going)
      return finish(unit, { now: going.target, frozen: true, sandbox: true, happened })
    })
  } catch (error) {
    await letGo(parts, going.lease)
    throw error
  } finally {
    clearInterval(beat)
  }
}

const leaseMilliseconds = 30_000
const beatMilliseconds = 10_000

const leaseEnd = ({ clock }: Pick<ClockParts, 'clock'>): Date =>
  new Date(clock.now().getTime() + leaseMilliseconds)

/** From the first time on the clock stands still, and nothing there is done in real time. */
async function begin(
  unit: Work,
  parts: ClockParts,
  { organizationId, wish, note }: Advance,
): Promise<Going> {
  const { tx } = unit
  const since = parts.clock.now()
  const { frozenAt, advanceUntil } = await lockClock(tx, organizationId)
  const from = frozenAt ?? since
  const isSandbox = isSandboxIn(parts)
  const target = accept(planAdvance({ isSandbox, now: from, advanceUntil }, wish, since))
  const lease = { organizationId, advanceId: newId('advance', parts.clock) }
  await stopClock(tx, { ...lease, at: from, until: leaseEnd(parts) })
  if (frozenAt === null) {
    for (const work of parts.dueWork) await work.leaveRealTime?.(tx, organizationId)
  }
  await note(unit, target)
  return { lease, from, target, since, sequence: await lastSequenceOf(tx, organizationId) }
}

/** Whoever takes real money lives in real time. */
export const isSandboxIn = ({ config }: Pick<OrganizationParts, 'config'>): boolean =>
  config.stripe.secretKey === null

async function goOn(parts: ClockParts, { lease, from, target }: Going): Promise<void> {
  let standing: Date | null = from
  while (standing !== null) {
    for (const work of parts.dueWork) await work.run(lease.organizationId)
    standing = await nextInstant(parts, lease, { after: standing, until: target })
    if (standing !== null) await move(parts, lease, standing)
  }
}

interface Span {
  readonly after: Date
  readonly until: Date
}

/** What is still due at an instant that was run can't be done now: nobody waits for it. */
async function nextInstant(
  { dueWork }: ClockParts,
  { organizationId }: ClockLease,
  { after, until }: Span,
): Promise<Date | null> {
  const dues = await Promise.all(dueWork.map((work) => work.nextDue(organizationId)))
  const coming = dues.flatMap((due) => (due !== null && due > after && due <= until ? [due] : []))
  const [first, ...others] = coming
  return others.reduce<Date | null>(earlierOf, first ?? null)
}

const earlierOf = (one: Date | null, other: Date): Date =>
  one !== null && one < other ? one : other

async function move({ workshop }: ClockParts, lease: ClockLease, frozenAt: Date): Promise<void> {
  const isOurs = await saveClock(workshop.database.kysely, lease, { frozenAt })
  if (!isOurs) throw new Problem('clock_is_advancing')
}

async function end(unit: Work, { lease, from, target }: Going): Promise<void> {
  const changes = { frozenAt: target, advanceId: null, advanceUntil: null }
  if (!(await saveClock(unit.tx, lease, changes))) throw new Problem('clock_is_advancing')
  const { organizationId } = lease
  unit.record({
    name: 'clock.advanced',
    organizationId,
    object: { type: 'clock', id: organizationId, version: target.getTime() },
    payload: { from: from.toISOString(), to: target.toISOString() },
  })
}

/** Something that falls due at one instant may take long. */
function startHeartbeat(parts: ClockParts, lease: ClockLease): NodeJS.Timeout {
  const { kysely } = parts.workshop.database
  const prolong = () => {
    saveClock(kysely, lease, { advanceUntil: leaseEnd(parts) }).catch((err: unknown) => {
      parts.log.warn({ err }, 'the lease of a clock was not prolonged')
    })
  }
  return setInterval(prolong, beatMilliseconds).unref()
}

/** Where the database can’t be asked now, the lease is over by itself. */
async function letGo({ workshop, log }: ClockParts, lease: ClockLease): Promise<void> {
  const changes = { advanceId: null, advanceUntil: null }
  await saveClock(workshop.database.kysely, lease, changes).catch((err: unknown) => {
    log.warn({ err }, 'the lease of a clock was not given back')
  })
}
