import type { Filter } from '@guildhall/contract/metering/filters'
import { type MeteredEvent, placeOfProperty, propertyOf } from './event-property.ts'

/** What isn't a nested filter. */
export type FilterClause = Extract<Filter['clauses'][number], { property: string }>

/** A filter without clauses matches every event. */
export function matches({ conjunction, clauses }: Filter, event: MeteredEvent): boolean {
  const holds = (clause: Filter['clauses'][number]): boolean =>
    'clauses' in clause ? matches(clause, event) : clauseHolds(clause, event)
  if (clauses.length === 0) return true
  return conjunction === 'and' ? clauses.every(holds) : clauses.some(holds)
}

/**
 * A clause holds only of a value of the kind that it compares with, whatever its operator: what is
 * missing, null, or of another kind doesn't differ from the value either. `like` and `not_like`
 * compare the texts of values in the metadata, so there the kinds may differ.
 */
function clauseHolds({ property, operator, value }: FilterClause, event: MeteredEvent): boolean {
  const found = propertyOf(event, property)
  const isSameKind = typeof found === typeof value
  if (isPartial(operator)) {
    const text = isSameKind || !isBuiltIn(property) ? textOf(found) : null
    return text !== null && text.includes(String(value)) === (operator === 'like')
  }
  return isSameKind && isOrdered(operator, order(found, value))
}

type Operator = FilterClause['operator']
type PartialOperator = Extract<Operator, 'like' | 'not_like'>
export type OrderOperator = Exclude<Operator, PartialOperator>

export const isPartial = (operator: Operator): operator is PartialOperator =>
  operator === 'like' || operator === 'not_like'

const isBuiltIn = (property: string): boolean => 'builtIn' in placeOfProperty(property)

function isOrdered(operator: OrderOperator, sign: number): boolean {
  switch (operator) {
    case 'eq':
      return sign === 0
    case 'ne':
      return sign !== 0
    case 'gt':
      return sign > 0
    case 'gte':
      return sign >= 0
    case 'lt':
      return sign < 0
    case 'lte':
      return sign <= 0
  }
}

/** Of two values of one kind; texts by their code points, false before true. */
const order = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)

/** Null for what isn't a text, a number or a boolean. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return plainText(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null
}

/** All digits instead of an exponent. */
function plainText(value: number): string {
  const [digits = '', exponentText] = String(value).split('e')
  if (exponentText === undefined) return digits
  const exponent = Number(exponentText)
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const sign = value < 0 ? '-' : ''
  return exponent > 0
    ? `${sign}${whole}${fraction.padEnd(exponent, '0')}`
    : `${sign}0.${'0'.repeat(-exponent - whole.length)}${whole}${fraction}`
}
