import type { Id } from '@guildhall/contract/primitives'
import { claimInTurns } from '../../../platform/database/claim-by-organization.ts'
import { lookAtDue } from '../../../platform/due/look-at-due.ts'
import { claimFor } from '../../../platform/process-life.ts'
import { type SweepDefinition, sweep } from '../../../platform/sweeps.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { cancelPayment } from '../actions/submit-payment.ts'
import { submitPayments } from '../actions/submit-payments.ts'
import type { PaymentOutcome } from '../rules/outcome.ts'
import { isUnconfirmed, nextCheckAt } from '../rules/resume-schedule.ts'
import {
  type AbandonedPayment,
  claimAbandonedPayments,
  paymentsToResume,
  saveNextChecks,
} from '../store/abandoned-payments.ts'

const claimMilliseconds = 60_000
const batchMax = 50

/**
 * Submits payments that were created and abandoned: the process that created them may have died.
 */
export const resumePayments: SweepDefinition<PaymentDeps> = sweep({
  name: paymentsToResume.kind,
  pauseMilliseconds: 5_000,
  run: (deps: PaymentDeps, signal) =>
    lookAtDue(deps.uowFactory, {
      list: paymentsToResume,
      signal,
      run: (organizationIds) => resumeOf(deps, organizationIds, signal),
    }),
})

async function resumeOf(
  deps: PaymentDeps,
  organizationIds: readonly Id<'organization'>[],
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const { kysely } = deps.uowFactory.database
  const claimSome = claimInTurns(organizationIds, {
    max: batchMax,
    failures,
    claim: (rowsOf) =>
      claimAbandonedPayments(kysely, {
        ...rowsOf,
        ...claimFor(deps.uowFactory, claimMilliseconds),
      }),
  })
  while (!signal.aborted) {
    const claimed = await claimSome()
    if (claimed.length === 0) break
    failures.push(...(await resumeAll(deps, claimed)))
  }
  const [first] = failures
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} payments weren’t resumed: ${String(first)}`,
    )
  }
}

interface Check {
  readonly payment: AbandonedPayment
  readonly result: 'ended' | 'answered' | 'unanswered'
  /** Null where the check succeeded. */
  readonly failure: unknown
}

/** A failing payment holds up no other. Returns the failures. */
async function resumeAll(
  deps: PaymentDeps,
  abandoned: readonly AbandonedPayment[],
): Promise<unknown[]> {
  const checks = (await Promise.all(groupsOf(abandoned).map((group) => resume(deps, group)))).flat()
  const now = deps.clock.now()
  const open = checks.filter(({ result }) => result !== 'ended')
  await saveNextChecks(
    deps.uowFactory.database.kysely,
    open.map(({ payment, result }) => ({
      organizationId: payment.organizationId,
      id: payment.id,
      resumeAt: nextCheckAt(payment, result === 'answered', now),
    })),
  )
  return checks.flatMap(({ failure }) => (failure === null ? [] : [failure]))
}

/** Stored cards of one organization are charged together. */
function groupsOf(abandoned: readonly AbandonedPayment[]): AbandonedPayment[][] {
  const groups = new Map<string, AbandonedPayment[]>()
  for (const payment of abandoned) {
    const name = payment.paymentMethodId === null ? payment.id : payment.organizationId
    groups.set(name, [...(groups.get(name) ?? []), payment])
  }
  return [...groups.values()]
}

async function resume(deps: PaymentDeps, group: readonly AbandonedPayment[]): Promise<Check[]> {
  try {
    const outcomes = await outcomesOf(deps, group)
    return group.map((payment) => {
      const outcome = outcomes.get(payment.id)
      return { payment, result: resultOf(outcome), failure: null }
    })
  } catch (failure) {
    const [payment, ...others] = group
    if (payment === undefined) return []
    if (others.length === 0) return [{ payment, result: 'unanswered', failure }]
    return (await Promise.all(group.map((one) => resume(deps, [one])))).flat()
  }
}

/** What nobody has confirmed in time is canceled; the rest is submitted. */
async function outcomesOf(
  deps: PaymentDeps,
  group: readonly AbandonedPayment[],
): Promise<ReadonlyMap<string, PaymentOutcome>> {
  const now = deps.clock.now()
  const outcomes = new Map<string, PaymentOutcome>()
  const keyOf = ({ organizationId, id: paymentId }: AbandonedPayment) => ({
    organizationId,
    paymentId,
  })
  for (const payment of group.filter((one) => isUnconfirmed(one, now))) {
    outcomes.set(payment.id, await cancelPayment(deps, keyOf(payment)))
  }
  const others = group.filter(({ id }) => !outcomes.has(id)).map(keyOf)
  const submitted = others.length === 0 ? [] : await submitPayments(deps, others)
  return new Map([...outcomes, ...submitted])
}

function resultOf(outcome: PaymentOutcome | undefined): Check['result'] {
  if (outcome?.status === 'succeeded' || outcome?.status === 'failed') return 'ended'
  return outcome?.status === 'pending' && outcome.isProcessorUnavailable ? 'unanswered' : 'answered'
}
