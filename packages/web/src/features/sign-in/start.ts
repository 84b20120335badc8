import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { isRecord, Refused, request, Unreachable } from '#/lib/request.ts'
import { type Invitation, invitationKey, isInvitation } from './invitation.ts'
import { returnAddress } from './return-address.ts'

/** The signed-in user, as far as these pages need to know. */
export interface Visitor {
  name: string
  email: string
  emailVerified: boolean
}

export interface Start {
  options: SignInOptions
  visitor: Visitor | null
  invitation: Invitation | null
}

/** The data that every page needs before it renders. */
export async function loadStart(search: string): Promise<Start> {
  const [options, visitor, invitation] = await Promise.all([
    loadOptions(),
    loadVisitor(),
    loadInvitation(search),
  ])
  return { options, visitor, invitation }
}

/**
 * The defaults if the request fails: passwords still work, and the server enforces its own rules.
 */
async function loadOptions(): Promise<SignInOptions> {
  const answer = await ask('/api/auth/sign-in-options')
  return isOptions(answer) ? answer : usualOptions
}

async function loadVisitor(): Promise<Visitor | null> {
  const answer = await ask('/api/auth/get-session')
  return isRecord(answer) && isVisitor(answer['user']) ? answer['user'] : null
}

async function loadInvitation(search: string): Promise<Invitation | null> {
  const key = invitationKey(returnAddress(search))
  if (key === null) return null
  const answer = await ask(`/api/auth/organization/invitation-link?id=${key}`)
  return isInvitation(answer) ? answer : null
}

async function ask(path: string): Promise<unknown> {
  try {
    return await request({ path })
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) return null
    throw error
  }
}

const usualOptions: SignInOptions = {
  providers: [],
  captcha: null,
  password: { lengthMin: 1, lengthMax: 128 },
  username: { lengthMin: 1, lengthMax: 255, pattern: '' },
  sendsMail: true,
  verificationRequired: false,
  changeEmail: true,
  deleteUser: true,
  unlinkLastAccount: false,
}

/** A minimal check: the response is our own server’s, and these pages ship no schemas. */
function isOptions(answer: unknown): answer is SignInOptions {
  return isRecord(answer) && Object.keys(usualOptions).every((key) => key in answer)
}

function isVisitor(user: unknown): user is Visitor {
  return isRecord(user) && typeof user['email'] === 'string' && typeof user['name'] === 'string'
}
