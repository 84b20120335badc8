import { type BillingAnswer, briefOf } from './sellers.ts'

/** As many as are at it at once. */
export const many = 20

/** What becomes of as many calls at once: how often each outcome. */
export async function raced(
  act: (at: number) => Promise<BillingAnswer>,
): Promise<Readonly<Record<string, number>>> {
  const answers = await Promise.all(Array.from({ length: many }, (_, at) => act(at)))
  const counts: Record<string, number> = {}
  for (const brief of answers.map(briefOf)) counts[brief] = (counts[brief] ?? 0) + 1
  return counts
}
