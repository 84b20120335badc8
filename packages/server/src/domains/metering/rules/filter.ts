import type { Filter } from '@guildhall/contract/metering/filters'
import { type MeteredEvent, placeOfProperty, propertyReader } from './event-property.ts'

/** What isn't a nested filter. */
export type FilterClause = Extract<Filter['clauses'][number], { property: string }>

type Matcher = (event: MeteredEvent) => boolean

export const matches = (filter: Filter, event: MeteredEvent): boolean => matcherOf(filter)(event)

/** The same for many events. A filter without clauses matches every event. */
export function matcherOf({ conjunction, clauses }: Filter): Matcher {
  const matchers = clauses.map((clause) =>
    'clauses' in clause ? matcherOf(clause) : clauseMatcher(clause),
  )
  if (matchers.length === 0) return () => true
  return conjunction === 'and'
    ? (event) => matchers.every((holds) => holds(event))
    : (event) => matchers.some((holds) => holds(event))
}

/**
 * A clause holds only of a value of the kind that it compares with, whatever its operator: what is
 * missing, null, or of another kind doesn't differ from the value either. `like` and `not_like`
 * compare the texts of values in the metadata, so there the kinds may differ.
 */
function clauseMatcher({ property, operator, value }: FilterClause): Matcher {
  const read = propertyReader(property)
  const isOfKind = (found: unknown): boolean => typeof found === typeof value
  if (!isPartial(operator)) {
    return (event) => {
      const found = read(event)
      return isOfKind(found) && isOrdered(operator, order(found, value))
    }
  }
  const isBuiltIn = 'builtIn' in placeOfProperty(property)
  return (event) => {
    const found = read(event)
    const text = isBuiltIn && !isOfKind(found) ? null : textOf(found)
    return text !== null && text.includes(String(value)) === (operator === 'like')
  }
}

type Operator = FilterClause['operator']
type PartialOperator = Extract<Operator, 'like' | 'not_like'>
export type OrderOperator = Exclude<Operator, PartialOperator>

export const isPartial = (operator: Operator): operator is PartialOperator =>
  operator === 'like' || operator === 'not_like'

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

/** Of two values of one kind; false before true. */
const order = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string' ? orderOfTexts(a, b) : Number(a) - Number(b)

/** By code points, as PostgreSQL compares bytes; `<` compares halves of surrogate pairs. */
function orderOfTexts(a: string, b: string): number {
  if (a === b) return 0
  let at = 0
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1)
}

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
