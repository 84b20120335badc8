import { Refused } from '../../../lib/request.ts'

/** An address that can't be invited, and why. */
export interface RefusedAddress {
  email: string
  code: string
}

interface Outcome {
  sent: string[]
  refused: RefusedAddress[]
  /** What is wrong with all of them; then the rest was not tried. */
  stop: unknown
}

/** One after the other, so that those after a limit are known to be left. */
export async function inviteAll(
  emails: readonly string[],
  invite: (email: string) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { sent: [], refused: [], stop: null }
  for (const email of emails) {
    try {
      await invite(email)
      outcome.sent.push(email)
    } catch (error) {
      if (!(error instanceof Refused && error.code in addressWords)) {
        return { ...outcome, stop: error }
      }
      outcome.refused.push({ email, code: error.code })
    }
  }
  return outcome
}

export const alreadyInvited = 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'

/** Why a single address is refused. */
const addressWords: Readonly<Record<string, (email: string) => string>> = {
  [alreadyInvited]: (email) => `${email} is invited already.`,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: (email) => `${email} is a member already.`,
  INVALID_EMAIL: (email) => `“${email}” isn’t an e-mail address.`,
}

export function refusedWords({ email, code }: RefusedAddress): string {
  return addressWords[code]?.(email) ?? `${email} can’t be invited.`
}
