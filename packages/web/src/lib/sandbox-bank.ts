import { request } from './request.ts'

export type BankAnswer = 'confirmed' | 'declined'

/** What the buyer’s bank is told, where the sandbox plays it. */
export async function answerBank(intentSecret: string, outcome: BankAnswer): Promise<void> {
  const path = `/v1/sandbox/authentications/${encodeURIComponent(intentSecret)}`
  await request({ method: 'POST', path, body: { outcome } })
}
