import { type BillingAnswer, briefOf } from './sellers.ts'

/** The number of concurrent calls. */
export const many = 20

/** Makes that many calls concurrently, and counts each outcome. */
export async function runConcurrently(
  act: (at: number) => Promise<BillingAnswer>,
): Promise<Readonly<Record<string, number>>> {
  const answers = await Promise.all(Array.from({ length: many }, (_, at) => act(at)))
  const counts: Record<string, number> = {}
  for (const brief of answers.map(briefOf)) counts[brief] = (counts[brief] ?? 0) + 1
  return counts
}
