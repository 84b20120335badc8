import type { Filter } from '@guildhall/contract/metering/filters'
import { type Aggregation, calculationOf } from '@guildhall/contract/metering/shapes'
import type { Operator } from './filter-draft.ts'

export const operatorLabels: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  like: 'contains',
  not_like: 'doesn’t contain',
}

export const functionNames = {
  sum: 'Sum',
  max: 'Highest',
  min: 'Lowest',
  avg: 'Average',
  unique: 'Different values',
} as const

/** The aggregation as text: “Sum of tokens”. */
export function aggregationText(aggregation: Aggregation): string {
  const calculation = calculationOf(aggregation)
  if (calculation.func === 'count') return 'Number of events'
  return `${functionNames[calculation.func]} of ${calculation.property || '…'}`
}

/** The filter as text: “name is “call” and (model is “a” or model is “b”)”. */
export function filterText({ conjunction, clauses }: Filter): string {
  if (clauses.length === 0) return 'every event'
  return clauses
    .map((clause) => {
      if (!('clauses' in clause)) {
        const { property, operator, value } = clause
        return `${property || '…'} ${operatorLabels[operator]} ${valueText(value)}`
      }
      const text = filterText(clause)
      return clause.clauses.length > 1 ? `(${text})` : text
    })
    .join(` ${conjunction} `)
}

function valueText(value: string | number | boolean): string {
  if (typeof value === 'string') return `“${value}”`
  return String(value)
}
