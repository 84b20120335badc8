import type { Clock } from '@guildhall/contract/organizations/clock'
import type { Id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { dueKinds } from '../../../platform/due/due-list.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { newId } from '../../../platform/ids.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type AdvanceRequest, planAdvance } from '../rules/advance.ts'
import { type ClockActivity, findLastSequence, listClockActivity } from '../store/clock-activity.ts'
import { type ClockLease, freezeClock, lockClock, saveClock } from '../store/clocks.ts'
import type { OrganizationDeps } from './deps.ts'
import { type SellerCaller, sellerUnitOfWork } from './seller.ts'

export interface ClockDeps extends Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config'> {
  readonly log: Pick<Logger, 'warn'>
  /** Run in this order when several are due at the same instant. */
  readonly dueWork: readonly DueWork[]
}

export interface AdvancedClock extends z.output<typeof Clock> {
  readonly happened: ClockActivity[]
}

interface Advance {
  readonly organizationId: Id<'organization'>
  readonly request: AdvanceRequest
  /** Runs in the transaction that starts the advance, so that a retry knows the target. */
  readonly saveTarget: (uow: UnitOfWork, target: Date) => Promise<void>
  readonly finish: (uow: UnitOfWork, answer: AdvancedClock) => Promise<AdvancedClock>
}

interface StartedAdvance {
  readonly lease: ClockLease
  readonly from: Date
  readonly target: Date
  /** The sequence of the last event before the advance. */
  readonly sequence: number
  /** In real time. */
  readonly startedAt: Date
}

/**
 * Moves the clock of a sandbox from one due instant to the next and runs what is due at each. Every
 * step commits on its own, so another advance continues where an interrupted one stopped.
 */
export async function advanceClock(
  deps: ClockDeps,
  seller: SellerCaller,
  advance: Advance,
): Promise<AdvancedClock> {
  const { organizationId, finish } = advance
  const started = await sellerUnitOfWork(deps, seller, organizationId, (uow) =>
    startAdvance(uow, deps, advance),
  )
  const heartbeat = startHeartbeat(deps, started.lease)
  try {
    await runDueWork(deps, started)
    const happened = await listClockActivity(deps.uowFactory.database.kysely, {
      ...started,
      organizationId,
    })
    return await sellerUnitOfWork(deps, seller, organizationId, async (uow) => {
      await finishAdvance(uow, started)
      return finish(uow, { now: started.target, frozen: true, sandbox: true, happened })
    })
  } catch (error) {
    await releaseLease(deps, started.lease)
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

const leaseMilliseconds = 30_000
const heartbeatMilliseconds = 10_000

const leaseEnd = ({ clock }: Pick<ClockDeps, 'clock'>): Date =>
  new Date(clock.now().getTime() + leaseMilliseconds)

/** The first advance freezes the clock and takes the organization out of real time for good. */
async function startAdvance(
  uow: UnitOfWork,
  deps: ClockDeps,
  { organizationId, request, saveTarget }: Advance,
): Promise<StartedAdvance> {
  const { tx } = uow
  const startedAt = deps.clock.now()
  const { frozenAt, advanceUntil } = await lockClock(tx, organizationId)
  const from = frozenAt ?? startedAt
  const isSandbox = isSandboxMode(deps)
  const target = accept(planAdvance({ isSandbox, now: from, advanceUntil }, request, startedAt))
  const lease = { organizationId, advanceId: newId('advance', deps.clock) }
  await freezeClock(tx, { ...lease, at: from, until: leaseEnd(deps) })
  if (frozenAt === null) {
    for (const due of deps.dueWork) await due.leaveRealTime?.(tx, organizationId)
  }
  await saveTarget(uow, target)
  const sequence = await findLastSequence(tx, organizationId)
  return { lease, from, target, startedAt, sequence }
}

/** A server that takes real money must stay in real time. */
export const isSandboxMode = ({ config }: Pick<OrganizationDeps, 'config'>): boolean =>
  config.stripe.secretKey === null

async function runDueWork(deps: ClockDeps, { lease, from, target }: StartedAdvance): Promise<void> {
  let current: Date | null = from
  while (current !== null) {
    for (const due of deps.dueWork) await due.run(lease.organizationId)
    current = await findNextInstant(deps, lease, { after: current, until: target })
    if (current !== null) await moveClock(deps, lease, current)
  }
}

interface Span {
  readonly after: Date
  readonly until: Date
}

/** Work that is still due at an instant that was run is stuck, and the advance skips it. */
async function findNextInstant(
  { dueWork }: ClockDeps,
  { organizationId }: ClockLease,
  { after, until }: Span,
): Promise<Date | null> {
  const dueDates = await Promise.all(dueWork.map((due) => due.nextDue(organizationId)))
  const upcoming = dueDates.flatMap((due) =>
    due !== null && due > after && due <= until ? [due] : [],
  )
  const [first, ...others] = upcoming
  return others.reduce<Date | null>(earlierOf, first ?? null)
}

const earlierOf = (one: Date | null, other: Date): Date =>
  one !== null && one < other ? one : other

async function moveClock(
  { uowFactory }: ClockDeps,
  lease: ClockLease,
  frozenAt: Date,
): Promise<void> {
  const isHeld = await saveClock(uowFactory.database.kysely, lease, { frozenAt })
  if (!isHeld) throw new Problem('clock_is_advancing')
}

async function finishAdvance(
  uow: UnitOfWork,
  { lease, from, target }: StartedAdvance,
): Promise<void> {
  const changes = { frozenAt: target, advanceId: null, advanceUntil: null }
  if (!(await saveClock(uow.tx, lease, changes))) throw new Problem('clock_is_advancing')
  const { organizationId } = lease
  uow.noteDue(organizationId, ...dueKinds)
  const subject = { organizationId, id: organizationId, version: target.getTime() }
  uow.record(eventOf('clock.advanced', subject, { from, to: target }))
}

/** Running a single instant may take longer than the lease. */
function startHeartbeat(deps: ClockDeps, lease: ClockLease): NodeJS.Timeout {
  const { kysely } = deps.uowFactory.database
  const extend = () => {
    saveClock(kysely, lease, { advanceUntil: leaseEnd(deps) }).catch((err: unknown) => {
      deps.log.warn({ err }, 'the lease of a clock could not be extended')
    })
  }
  return setInterval(extend, heartbeatMilliseconds).unref()
}

/** If the database is unavailable, the lease simply expires. */
async function releaseLease({ uowFactory, log }: ClockDeps, lease: ClockLease): Promise<void> {
  const changes = { advanceId: null, advanceUntil: null }
  await saveClock(uowFactory.database.kysely, lease, changes).catch((err: unknown) => {
    log.warn({ err }, 'the lease of a clock could not be released')
  })
}
