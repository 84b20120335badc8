import type { Sweep } from '../../../platform/sweeps.ts'
import { carryOutPayments } from '../actions/carry-out-payments.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { nextLookAt } from '../rules/resumption.ts'
import { claimLeftPayments, type LeftPayment, saveNextLooks } from '../store/left-payments.ts'

const restMilliseconds = 5_000
const claimMilliseconds = 60_000
const batchMax = 50

/** What was begun and left is carried out, whoever began it: their process may have died. */
export const resumePayments = (parts: PaymentParts): Sweep => ({
  name: 'payments.resume',
  restMilliseconds,
  run: async (signal) => {
    const failures: unknown[] = []
    while (!signal.aborted) {
      const left = await claimLeft(parts)
      failures.push(...(await resumeAll(parts, left)))
      if (left.length < batchMax) break
    }
    const [first] = failures
    if (failures.length > 0) {
      throw new AggregateError(
        failures,
        `${failures.length} payments weren’t resumed: ${String(first)}`,
      )
    }
  },
})

function claimLeft({ workshop, clock }: PaymentParts): Promise<LeftPayment[]> {
  const now = clock.now()
  const until = new Date(now.getTime() + claimMilliseconds)
  return claimLeftPayments(workshop.database.kysely, { now, until, max: batchMax })
}

interface Look {
  readonly payment: LeftPayment
  /** Whether it goes on by itself, or somebody has to look again. */
  readonly standing: 'ended' | 'answered' | 'unanswered'
  /** Null where it went well. */
  readonly failure: unknown
}

/** Each for itself: what fails holds up no other. Answers the failures. */
async function resumeAll(parts: PaymentParts, left: readonly LeftPayment[]): Promise<unknown[]> {
  const looks = (await Promise.all(groupsOf(left).map((group) => look(parts, group)))).flat()
  const now = parts.clock.now()
  const open = looks.filter(({ standing }) => standing !== 'ended')
  await saveNextLooks(
    parts.workshop.database.kysely,
    open.map(({ payment, standing }) => ({
      organizationId: payment.organizationId,
      id: payment.id,
      resumeAt: nextLookAt(payment, standing === 'answered', now),
    })),
  )
  return looks.flatMap(({ failure }) => (failure === null ? [] : [failure]))
}

/** What needs no buyer is charged together with the others of its organization. */
function groupsOf(left: readonly LeftPayment[]): LeftPayment[][] {
  const groups = new Map<string, LeftPayment[]>()
  for (const payment of left) {
    const name = payment.paymentMethodId === null ? payment.id : payment.organizationId
    groups.set(name, [...(groups.get(name) ?? []), payment])
  }
  return [...groups.values()]
}

async function look(parts: PaymentParts, group: readonly LeftPayment[]): Promise<Look[]> {
  try {
    const keys = group.map(({ organizationId, id: paymentId }) => ({ organizationId, paymentId }))
    const outcomes = await carryOutPayments(parts, keys)
    return group.map((payment) => {
      const outcome = outcomes.get(payment.id)
      return { payment, standing: standingOf(outcome), failure: null }
    })
  } catch (failure) {
    const [payment, ...others] = group
    if (payment === undefined) return []
    if (others.length === 0) return [{ payment, standing: 'unanswered', failure }]
    return (await Promise.all(group.map((one) => look(parts, [one])))).flat()
  }
}

type Outcomes = Awaited<ReturnType<typeof carryOutPayments>>

function standingOf(outcome: ReturnType<Outcomes['get']>): Look['standing'] {
  if (outcome?.status === 'succeeded' || outcome?.status === 'failed') return 'ended'
  return outcome?.status === 'pending' && outcome.isProcessorAway ? 'unanswered' : 'answered'
}
