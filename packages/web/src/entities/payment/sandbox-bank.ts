import { request } from '#/lib/request.ts'

export type BankAnswer = 'confirmed' | 'declined'

/** The sandbox bank's answer to a payment challenge. */
export async function answerBank(intentSecret: string, outcome: BankAnswer): Promise<void> {
  const path = `/v1/sandbox/authentications/${encodeURIComponent(intentSecret)}`
  await request({ method: 'POST', path, body: { outcome } })
}
