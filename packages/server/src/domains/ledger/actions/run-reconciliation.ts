import { setTimeout as sleep } from 'node:timers/promises'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { firstPaymentAt } from '../../payments/store/payments.ts'
import { dailyPeriod, nextPart } from '../rules/reconciled-period.ts'
import {
  findLatestReconciliation,
  insertReconciliation,
  type ReconciliationRow,
  saveProgress,
} from '../store/reconciliations.ts'
import { type ComparisonDeps, comparePeriod } from './compare-period.ts'
import type { LedgerDeps } from './deps.ts'

export const pause = (milliseconds: number): Promise<void> => sleep(milliseconds)

/**
 * Compares the books with Stripe and stores the differences; books what is missing here. Continues
 * a run that was interrupted. Null without Stripe.
 */
export async function runReconciliation(deps: LedgerDeps): Promise<ReconciliationRow | null> {
  const { stripe } = deps.processors
  if (stripe === null) return null
  const comparison = { uowFactory: deps.uowFactory, stripe, pause }
  let run = await startOrContinue(deps)
  while (run.finishedAt === null) {
    const saved = await compareNext(deps, comparison, run)
    if (saved === undefined) return run
    run = saved
  }
  return run
}

async function startOrContinue({ uowFactory, clock }: LedgerDeps): Promise<ReconciliationRow> {
  const { kysely } = uowFactory.database
  const latest = await findLatestReconciliation(kysely)
  if (latest?.finishedAt === null) return latest
  const before = {
    comparedTo: latest?.comparedTo ?? null,
    firstPaymentAt: latest === undefined ? await firstPaymentAt(kysely, 'stripe') : null,
  }
  const startedAt = clock.now()
  return runUnitOfWork(uowFactory, {}, (uow) =>
    insertReconciliation(uow.tx, {
      id: uow.newId('reconciliation'),
      ...dailyPeriod(before, startedAt),
      startedAt,
    }),
  )
}

/** Undefined where another process was faster. */
async function compareNext(
  { uowFactory, clock }: LedgerDeps,
  comparison: ComparisonDeps,
  run: ReconciliationRow,
): Promise<ReconciliationRow | undefined> {
  const part = nextPart(run.comparedThrough, { to: run.comparedTo })
  const compared = await comparePeriod(comparison, part, { isBooking: true })
  const isLast = part.to.getTime() === run.comparedTo.getTime()
  return runUnitOfWork(uowFactory, {}, (uow) =>
    saveProgress(uow.tx, run, {
      ...compared,
      through: part.to,
      finishedAt: isLast ? clock.now() : null,
    }),
  )
}
