import { printJudgements } from './judgement.ts'
import { withPostgres } from './postgres.ts'
import { judge } from './renewals/judge.ts'
import { measure } from './renewals/measure.ts'

const dueDefault = 100_000
const manyDefault = 1_000_000

/** Subscriptions whose period is over, with order, items, tax, payment, books and news. */
export async function renewals([due, many]: readonly string[]): Promise<boolean> {
  const scale = {
    due: Number(due ?? dueDefault),
    few: Number(many ?? manyDefault) / 100,
    many: Number(many ?? manyDefault),
  }
  return printJudgements(
    { rounds: 1, seconds: 0 },
    async () => judge(await withPostgres((urls) => measure(urls, scale)), scale),
    'fewer',
  )
}
