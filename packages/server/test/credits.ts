import { type Id, id } from '@guildhall/contract/primitives'
import { type CreditAccount, sumOf, type Usage } from '../src/domains/credits/rules/account.ts'
import type { Decision } from '../src/domains/credits/rules/decide.ts'
import type { NewLot, Scope } from '../src/domains/credits/rules/lots.ts'
import { decimal, formatDecimal } from '../src/kernel/decimal.ts'

const uuid = (kind: number, number: number) =>
  `00000000-0000-7000-800${kind}-${String(number).padStart(12, '0')}`

export const lotIdOf = (number: number): Id<'creditLot'> => id('creditLot').parse(uuid(0, number))

export const subscriptionOf = (number: number): Id<'subscription'> =>
  id('subscription').parse(uuid(1, number))

export const pooled: Scope = { subscriptionId: null, entity: null }

export const usageOf = (scope: Scope = pooled, period = '2030-01'): Usage => ({ ...scope, period })

export const emptyAccount: CreditAccount = { lots: [], overages: [], causes: new Set() }

export const day = (number: number): Date => new Date(Date.UTC(2030, 0, number))

type Shape = Partial<Omit<NewLot, 'id' | 'amount' | 'source'>>

/** Pooled, of the first of January, with nothing special. */
export const shapeOf = (number: number, amount: string | number, shape: Shape = {}) => ({
  id: lotIdOf(number),
  sourceId: `source ${number}`,
  scope: pooled,
  amount: decimal(amount),
  expiresAt: null,
  priority: 0,
  createdAt: day(1),
  rollover: null,
  ...shape,
})

export const presentOf = (number: number, amount: string | number, shape: Shape = {}) => ({
  ...shapeOf(number, amount, shape),
  source: 'present' as const,
})

export const purchaseOf = (number: number, amount: string | number, shape: Shape = {}) => ({
  ...shapeOf(number, amount, shape),
  source: 'purchase' as const,
})

/** What is left in each lot that has something, by its number. */
export const leftIn = ({ lots }: CreditAccount): Record<number, string> =>
  Object.fromEntries(
    lots
      .filter(({ remaining }) => remaining.digits !== 0n)
      .map(({ id: lotId, remaining }) => [Number(lotId.slice(-12)), formatDecimal(remaining)]),
  )

export const figuresOf = ({ balance, overage, shortfall, credited }: Decision) =>
  [balance, overage, shortfall, credited].map(formatDecimal)

/** Each movement with the number of its lot, or a dash for an overage. */
export const movesOf = ({ movements }: Decision): string[] =>
  movements.map(
    ({ kind, lotId, units }) =>
      `${kind} ${lotId === null ? '-' : Number(lotId.slice(-12))} ${formatDecimal(units)}`,
  )

export const movedUnits = ({ movements }: Decision, kind: string): string =>
  formatDecimal(sumOf(movements.filter((movement) => movement.kind === kind)))
