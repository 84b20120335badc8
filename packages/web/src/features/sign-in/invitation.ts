import { isRecord } from '#/lib/request.ts'

/** The invitation to which a visitor returns after signing in or up. */
export interface Invitation {
  /** The invited address. */
  email: string
  organizationName: string
}

/** What the mailed link names, if the visitor returns to one; a link without a secret shows nothing. */
export function invitationKey(returnPath: string): string | null {
  const [, key = null] = /^\/accept-invitation\/([\w-]+\.[\w-]+)$/.exec(returnPath) ?? []
  return key
}

export const isInvitation = (answer: unknown): answer is Invitation =>
  isRecord(answer) &&
  typeof answer['email'] === 'string' &&
  typeof answer['organizationName'] === 'string'
