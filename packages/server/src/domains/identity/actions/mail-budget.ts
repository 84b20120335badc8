import { Problem } from '../../../kernel/refusal.ts'
import type { IdentityParts } from './parts.ts'

type Kind = 'notice' | 'verify-email' | 'change-email' | 'reset-password' | 'delete-account'

const mailsMax: Readonly<Record<Kind, number>> = {
  notice: 20,
  'verify-email': 5,
  'change-email': 5,
  'reset-password': 5,
  'delete-account': 5,
}
const windowSeconds = 3_600

type Parts = Pick<IdentityParts, 'limit'>

/**
 * Counts a mail to an address, from wherever it was asked for, so that nobody floods a mailbox
 * through us. Using up somebody's budget locks nobody out: the mails that did it have arrived.
 */
export const spendBudget = ({ limit }: Parts, kind: Kind, address: string): Promise<void> =>
  limit(`mails.${kind}`, mailsMax[kind], windowSeconds, ['address', address])

/** Where whoever asked must not learn whether a mail was sent. */
export async function isWithinBudget(parts: Parts, kind: Kind, address: string): Promise<boolean> {
  try {
    await spendBudget(parts, kind, address)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
