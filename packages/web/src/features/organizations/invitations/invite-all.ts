import { Refused } from '#/lib/request.ts'

/** An address that can't be invited, and why. */
export interface RefusedAddress {
  email: string
  code: string
}

interface Outcome {
  sent: string[]
  refused: RefusedAddress[]
  /** An error that concerns all of them; the rest was not tried. */
  stop: unknown
}

/** Invites one after the other, so that a limit leaves the later ones. */
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
      if (!(error instanceof Refused && error.code in addressMessages)) {
        return { ...outcome, stop: error }
      }
      outcome.refused.push({ email, code: error.code })
    }
  }
  return outcome
}

export const alreadyInvited = 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'

/** Messages for refusals of a single address. */
const addressMessages: Readonly<Record<string, (email: string) => string>> = {
  [alreadyInvited]: (email) => `${email} is already invited.`,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: (email) => `${email} is already a member.`,
  INVALID_EMAIL: (email) => `“${email}” isn’t an email address.`,
}

export function refusedText({ email, code }: RefusedAddress): string {
  return addressMessages[code]?.(email) ?? `${email} can’t be invited.`
}
