import { withPostgres } from './postgres.ts'
import { evaluate } from './renewals/evaluate.ts'
import { measure } from './renewals/measure.ts'
import { printResults } from './results.ts'

const dueDefault = 100_000
const manyDefault = 1_000_000

/** Renewals, each with order, items, tax, payment, journal entry and events. */
export async function renewals([due, many]: readonly string[]): Promise<boolean> {
  const scale = {
    due: Number(due ?? dueDefault),
    few: Number(many ?? manyDefault) / 100,
    many: Number(many ?? manyDefault),
  }
  return printResults(
    { rounds: 1, seconds: 0 },
    async () => evaluate(await withPostgres((urls) => measure(urls, scale)), scale),
    'fewer',
  )
}
