import {
  type DifferenceKind,
  differenceKinds,
  type getReconciliation,
  type TransactionSubject,
  transactionSubjects,
} from '@guildhall/contract/ledger/reconciliation'
import type { ResponseOf } from '@guildhall/contract/operation'
import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { DifferenceRow, ReconciliationRow } from '../store/reconciliations.ts'

type Shown = NonNullable<ResponseOf<typeof getReconciliation>['reconciliation']>

export function presentReconciliation(
  run: ReconciliationRow,
  differences: readonly DifferenceRow[],
): Shown {
  const { comparedFrom, comparedTo, comparedThrough, startedAt, finishedAt } = run
  const { transactionCount, unrelatedCount, bookedCount, differenceCount } = run
  return {
    comparedFrom,
    comparedTo,
    comparedThrough,
    startedAt,
    finishedAt,
    transactionCount,
    unrelatedCount,
    bookedCount,
    differenceCount,
    differences: differences.map(presentDifference),
  }
}

function presentDifference(row: DifferenceRow): Shown['differences'][number] {
  const { organizationId: id, name, slug, paymentId, transactionId } = row
  return {
    kind: kindOf(row),
    about: subjectOf(row),
    organization: id === null || name === null || slug === null ? null : { id, name, slug },
    paymentId,
    transactionId,
    here: sumOf(row.hereAmount, row.hereCurrency),
    atStripe: sumOf(row.thereAmount, row.thereCurrency),
  }
}

const sumOf = (amount: MinorUnits | null, currency: Currency | null) =>
  amount === null || currency === null ? null : { amount, currency }

function kindOf({ kind }: DifferenceRow): DifferenceKind {
  const known = differenceKinds.find((one) => one === kind)
  assert(known !== undefined, 'the kinds of the database are those of the contract')
  return known
}

function subjectOf({ about }: DifferenceRow): TransactionSubject {
  const known = transactionSubjects.find((one) => one === about)
  assert(known !== undefined, 'the subjects of the database are those of the contract')
  return known
}
